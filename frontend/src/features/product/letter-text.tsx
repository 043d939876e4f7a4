// One dated text: the newest open, older ones folded.

import type { PageData } from '#/app/queries.ts'
import { Html } from '#/ui/Html/Html.tsx'
import { Prose } from '#/ui/Prose/Prose.tsx'
import { Section } from '#/ui/Section/Section.tsx'
import styles from './letter-text.module.css'

export type LetterTextProps = {
  letter: PageData<'product'>['letters'][number]
  /** Place of its text in the payload. */
  field: string
  open: boolean
}

export function LetterText({ letter, field, open }: LetterTextProps) {
  return (
    <Section label={letter.quarter} aside={<time dateTime={letter.date.value}>{letter.date.text}</time>}>
      <details className={styles.letter} open={open}>
        <summary className={styles.head}>
          <h2 className={styles.title}>{letter.title}</h2>
          <span className={styles.summary}>{letter.summary}</span>
        </summary>
        <Prose>
          <Html field={field} />
        </Prose>
      </details>
    </Section>
  )
}
