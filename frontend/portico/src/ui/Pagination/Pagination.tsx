// The pages of a list as plain links: newer on the left, the numbers, older on the right.

import { useLingui } from '@lingui/react/macro'
import { ArrowLink } from '#/ui/ArrowLink/ArrowLink.tsx'
import styles from './Pagination.module.css'

export type PaginationProps = {
  page: number
  pages: number
  /** Address of a page, counted from 1. */
  href: (page: number) => string
}

export function Pagination({ page, pages, href }: PaginationProps) {
  const { t } = useLingui()
  if (pages < 2) return null
  const numbers = Array.from({ length: pages }, (_, index) => index + 1)
  return (
    <nav className={styles.pagination} aria-label={t`Pages`}>
      {page > 1 && (
        <ArrowLink href={href(page - 1)} direction="back" rel="prev">
          {t({ message: 'Newer', comment: 'Link to the page with newer news' })}
        </ArrowLink>
      )}
      <ol className={styles.numbers}>
        {numbers.map((number) => (
          <li key={number}>
            <a
              className={styles.number}
              href={href(number)}
              aria-current={number === page ? 'page' : undefined}
              aria-label={t`Page ${number}`}
            >
              {number}
            </a>
          </li>
        ))}
      </ol>
      {page < pages && (
        <ArrowLink href={href(page + 1)} rel="next">
          {t({ message: 'Older', comment: 'Link to the page with older news' })}
        </ArrowLink>
      )}
    </nav>
  )
}
