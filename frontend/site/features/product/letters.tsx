// The letters: the newest is open, the earlier ones are a list of quarters and titles beneath it,
// of which one at a time opens in its place, also without a script.

import { isIdeographic } from '@portico/app/i18n'
import { usePage } from '@portico/app/page'
import { Html } from '@portico/app/ui'
import { Prose } from '#/ui/Prose/Prose.tsx'
import { Section } from '#/ui/Section/Section.tsx'
import type { Letter } from './amounts.ts'
import styles from './letters.module.css'

export type LettersProps = {
  /** Newest first; their texts are in the payload under `letters.<place>.body`. */
  letters: readonly Letter[]
  /** Heading of the letters. */
  title: string
  /** Smaller words about them. */
  note?: string
}

export function Letters({ letters, title, note }: LettersProps) {
  return (
    <Section label={title} aside={note} rule="plain">
      {letters.map((letter, index) =>
        index === 0 ? (
          <LetterSheet letter={letter} field="letters.0.body" key={letter.slug} />
        ) : (
          <details className={styles.earlier} name="letter" key={letter.slug}>
            <summary className={styles.quarter}>
              <b>{letter.quarter}</b> {letter.title}
            </summary>
            <LetterSheet letter={letter} field={`letters.${index}.body`} />
          </details>
        ),
      )}
    </Section>
  )
}

/**
 * A letter as letters are set in its language: an English one is dated at its head, a Chinese or
 * Japanese one under its signature.
 */
function LetterSheet({ letter, field }: { letter: Letter; field: string }) {
  const isDatedBelow = isIdeographic(usePage().locale)
  const dated = (
    <p className={styles.date}>
      {letter.place}
      {!isDatedBelow && ','} <time dateTime={letter.date.value}>{letter.date.text}</time>
    </p>
  )
  return (
    <article className={styles.letter}>
      {!isDatedBelow && dated}
      <h2 className={styles.title}>{letter.title}</h2>
      <p className={styles.summary}>{letter.summary}</p>
      <Prose>
        <Html field={field} />
      </Prose>
      {letter.signed !== undefined && <p className={styles.signed}>{letter.signed}</p>}
      {isDatedBelow && dated}
    </article>
  )
}
