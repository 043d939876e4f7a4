// A founder draws the signature of a company: five years of revenue, the lines that company pages
// have, a picture to keep, and the figures for the letter. Fetched when it is opened; no figure
// leaves the page before the letter is sent.

import { I18nProvider } from '@lingui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import type { LocaleCode } from '@portico/app'
import { TextField } from '@portico/app/forms'
import { loadI18n } from '@portico/app/i18n'
import { Button, loadSheet } from '@portico/app/ui'
import { type ComponentType, useId, useRef, useState } from 'react'
import { SeriesFigure } from '#/ui/SeriesFigure/SeriesFigure.tsx'
import { indexed, readYears, sentenceOf, withSentence, type Years } from './figures.ts'
import { keepPicture, type PictureKind } from './keep-picture.ts'
import sheet from './tide.css?url'

export type TideProps = {
  /** Changes the text of the letter; returns false if there is no letter any more. */
  rewriteLetter: (change: (text: string) => string) => boolean
}

export async function loadTide(locale: LocaleCode): Promise<ComponentType<TideProps>> {
  const [i18n] = await Promise.all([loadI18n(locale, 'later'), loadSheet(sheet)])
  return (props) => (
    <I18nProvider i18n={i18n}>
      <Tide {...props} />
    </I18nProvider>
  )
}

/** As many as the firm's own tables show. */
const YEARS = 5
const PLACES = Array.from({ length: YEARS }, (_, place) => place)

export function Tide({ rewriteLetter }: TideProps) {
  const { t, i18n } = useLingui()
  const id = useId()
  // The last year is the last complete one.
  const [first] = useState(() => new Date().getFullYear() - YEARS)
  const [texts, setTexts] = useState(() => PLACES.map(() => ''))
  const [shown, setShown] = useState<ReadonlySet<number>>(new Set())
  const [outcome, setOutcome] = useState('')
  const fields = useRef<HTMLFieldSetElement>(null)
  const sentence = useRef<string>(undefined)
  const { years, faults } = readYears(texts, first)

  const reason = (place: number): string | undefined => {
    const fault = faults[place]
    if (fault === undefined) return undefined
    return fault === 'missing' ? t`Please enter this year, too` : t`Please enter a figure such as 12.5`
  }
  const type = (place: number, text: string) => {
    setTexts((now) => now.with(place, text))
    setOutcome('')
  }
  /** Shows the fault of a text that is no amount; later years may follow a missing one. */
  const leave = (place: number) => {
    if (faults[place] === 'no amount') setShown((now) => new Set(now).add(place))
  }
  const act = (action: (years: Years) => void) => {
    if (years !== undefined) return action(years)
    setShown(new Set(PLACES))
    const [place] = Object.keys(faults).map(Number)
    if (place === undefined) setOutcome(t`Please enter two years or more.`)
    fields.current?.querySelectorAll('input')[place ?? texts.findIndex((text) => text === '')]?.focus()
  }
  const putIntoLetter = (years: Years) => {
    const written = sentenceOf(years, i18n)
    const isThere = rewriteLetter((text) => withSentence(text, written, sentence.current))
    if (!isThere) return setOutcome(t`The letter has been sent.`)
    sentence.current = written
    setOutcome(t`The figures are in the letter.`)
  }
  const keep = (kind: PictureKind) =>
    act(({ from, amounts }) => {
      const to = from + amounts.length - 1
      const words = { title: t`Revenue, ${from} to ${to}`, note: t`First year = 100` }
      void keepPicture(kind, { series: indexed(amounts), from, ...words }, `revenue-${from}-${to}`)
    })

  return (
    <div className="tide">
      <fieldset className="tide-fields" ref={fields}>
        <legend className="tide-legend">
          <Trans>Revenue, CNY million</Trans>
        </legend>
        <div className="tide-years">
          {PLACES.map((place) => (
            <TextField
              label={first + place}
              inputMode="decimal"
              look="line"
              autoComplete="off"
              value={texts[place]}
              error={shown.has(place) ? reason(place) : undefined}
              onChange={({ target }) => type(place, target.value)}
              onBlur={() => leave(place)}
              key={place}
            />
          ))}
        </div>
        <p className="tide-note">
          <Trans>
            Leave years before the first revenue empty. The drawing shows proportions, no amounts. Nothing leaves this page before
            you send the letter.
          </Trans>
        </p>
      </fieldset>
      <div className="tide-figure">
        {years === undefined ? (
          <p className="tide-note">
            <Trans>Two years make the first line.</Trans>
          </p>
        ) : (
          <SeriesFigure series={indexed(years.amounts)} from={years.from} caption={<Trans>First year = 100</Trans>} />
        )}
      </div>
      <div className="tide-actions">
        <Button size="large" onClick={() => act(putIntoLetter)}>
          <Trans>Put it into the letter</Trans>
        </Button>
        {/* biome-ignore lint/a11y/useSemanticElements: a fieldset has its name above, not beside. */}
        <div className="tide-keep" role="group" aria-labelledby={id}>
          <span id={id}>
            <Trans>Keep as a picture</Trans>
          </span>
          <Button size="large" onClick={() => keep('svg')}>
            SVG
          </Button>
          <Button size="large" onClick={() => keep('png')}>
            PNG
          </Button>
        </div>
      </div>
      <p className="tide-note" role="status">
        {outcome}
      </p>
    </div>
  )
}
