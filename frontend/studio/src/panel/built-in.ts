// Fields that every Markdown entry has besides those of its schema.

import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { Schema } from '../api.ts'

/** A field with the words of the studio on it. */
export type BuiltIn = { name: string; title: MessageDescriptor; help: MessageDescriptor; schema: Schema }

/** Fields that say when and to whom an entry is shown: the same in all of its languages. */
export const PUBLICATION = ['draft', 'publishAt', 'expireAt', 'access']

/** The fields, in the order of the form. */
export const BUILT_IN: BuiltIn[] = [
  {
    name: 'draft',
    title: msg`Draft`,
    help: msg`A draft is on no page.`,
    schema: { type: 'boolean' },
  },
  {
    name: 'publishAt',
    title: msg`Publish at`,
    help: msg`The page appears at this time, in the time zone of the site.`,
    schema: { type: 'string', format: 'date-time' },
  },
  {
    name: 'expireAt',
    title: msg`Take down at`,
    help: msg`The page disappears at this time, in the time zone of the site.`,
    schema: { type: 'string', format: 'date-time' },
  },
  {
    name: 'access',
    title: msg`Access`,
    help: msg`“guarded”: only signed-in members read the page.`,
    schema: { type: 'string', enum: ['guarded'] },
  },
  {
    name: 'aliases',
    title: msg`Earlier addresses`,
    help: msg`Addresses that the page had before, without a language; they lead to it.`,
    schema: { type: 'array', items: { type: 'string' } },
  },
  {
    name: 'translation',
    title: msg`Translation`,
    help: msg`“later”: this language may appear after the original.`,
    schema: { type: 'string', enum: ['later'] },
  },
]
