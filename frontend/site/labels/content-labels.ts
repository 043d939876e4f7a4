// Labels of the words that the content schemas know: stages, states, funds, kinds of
// news.

import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { Entry } from '@portico/app/page'

export type Stage = Entry<'companies', 'stage'>['stage']
export type Status = Entry<'companies', 'status'>['status']
export type Fund = Entry<'companies', 'fund'>['fund']
export type Category = Entry<'news', 'category'>['category']

/** Stages at the first investment, earliest first. */
export const stageLabels: Record<Stage, MessageDescriptor> = {
  seed: msg({ message: 'Seed', comment: 'Stage of a company at the first investment' }),
  a: msg({ message: 'Series A', comment: 'Stage of a company at the first investment' }),
  b: msg({ message: 'Series B', comment: 'Stage of a company at the first investment' }),
  c: msg({ message: 'Series C', comment: 'Stage of a company at the first investment' }),
  growth: msg({ message: 'Growth', comment: 'Stage of a company at the first investment' }),
}

/** State of an investment. */
export const statusLabels: Record<Status, MessageDescriptor> = {
  held: msg({ message: 'Held', comment: 'The firm still holds its shares' }),
  listed: msg({ message: 'Listed', comment: 'The company is listed on an exchange' }),
  exited: msg({ message: 'Exited', comment: 'The firm has sold its shares' }),
}

/** The four funds. */
export const fundLabels: Record<Fund, MessageDescriptor> = {
  i: msg`Fund I`,
  ii: msg`Fund II`,
  iii: msg`Fund III`,
  iv: msg`Fund IV`,
}

/** Subject of a piece of news. */
export const categoryLabels: Record<Category, MessageDescriptor> = {
  firm: msg({ message: 'The firm', context: 'kind of news' }),
  portfolio: msg({ message: 'Companies', context: 'kind of news' }),
  research: msg({ message: 'Research', context: 'kind of news' }),
}
