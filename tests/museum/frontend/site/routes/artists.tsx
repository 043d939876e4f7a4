// The artists, by family name.

import { usePage } from '@portico/app/page'
import type { PageData } from '#/queries.ts'
import { PageHead } from '#/ui/PageHead/PageHead.tsx'
import styles from './artists.module.css'

export default function Page() {
  const { page, list } = usePage<PageData<'artists'>>().data
  return (
    <>
      <PageHead title={page.title} lead={page.lead} />
      <ul className={styles.list}>
        {list.items.map(({ href, name, summary }) => (
          <li key={href}>
            <h2>
              <a href={href}>{name}</a>
            </h2>
            <p>{summary}</p>
          </li>
        ))}
      </ul>
    </>
  )
}
