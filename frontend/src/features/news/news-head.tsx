// The head of the news, kept small because the newest headline is what the page sets large: the heading in the margin, how we
// write beside it.

import type { PageData } from '#/app/queries.ts'
import { Html } from '#/ui/Html/Html.tsx'
import styles from './news-head.module.css'

export type NewsHeadProps = {
  page: PageData<'news'>['page']
  /** Later pages of the list go without the explanation. */
  full: boolean
}

export function NewsHead({ page, full }: NewsHeadProps) {
  return (
    <header className={styles.head}>
      <h1 className={styles.title}>{page.title}</h1>
      {full && <p className={styles.lead}>{page.lead}</p>}
      {full && <Html className={styles.more} field="page.body" />}
    </header>
  )
}
