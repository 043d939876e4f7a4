// @vitest-environment jsdom

// Every word of the interface comes from a catalog (R1.01): a text that is written into a component
// stays as it is in a language that changes all messages.

import { I18nProvider } from '@lingui/react'
import { Trans } from '@lingui/react/macro'
import { createRenderer } from '@portico/app/worker'
import type { ReactElement } from 'react'
import { renderToString } from 'react-dom/server'
import { describe, expect, it, vi } from 'vitest'
import { around } from '#/around.tsx'
import { routes } from '#/routes.ts'
import { hardCodedTexts, pseudoI18n } from '#/testing/pseudo.ts'
import { sampleInput } from '#/testing/sample-payload.ts'

vi.mock('../../portico/src/i18n/catalogs.ts', async () => {
  const i18n = await (await import('#/testing/pseudo.ts')).pseudoI18n()
  return { loadI18n: () => Promise.resolve(i18n) }
})

describe('in a language that nobody speaks', () => {
  it.each(routes.map(({ id }) => id))('%s shows no word that no catalog has', async (id) => {
    const input = sampleInput(id, 'en')
    const { markup, rendered } = (await createRenderer(around))(input)
    expect(rendered.error).toBeUndefined()
    expect(hardCodedTexts(markup, input)).toEqual([])
  })

  it('a word in a component is found, in text and in what is read out', async () => {
    const input = sampleInput('home', 'en')
    const i18n = await pseudoI18n()
    const texts = (element: ReactElement) =>
      hardCodedTexts(renderToString(<I18nProvider i18n={i18n}>{element}</I18nProvider>), input)
    expect(texts(<p>Hello</p>)).toEqual(['Hello'])
    expect(texts(<p>你好</p>)).toEqual(['你好'])
    expect(texts(<img alt="A chart" src="/x.svg" />)).toEqual(['A chart'])
    expect(texts(<input placeholder="Your name" aria-label="Name" title="Who" />)).toEqual(['Name', 'Your name', 'Who'])
    expect(
      texts(
        <p>
          {input.head.title}, 2011: <Trans>Menu</Trans> 7
        </p>,
      ),
    ).toEqual([])
  })
})
