// The ways on from an article through time: what was written before it, and what since.

import { useLingui } from '@lingui/react/macro'
import { foreignLanguage } from '@portico/app/i18n/language-of.ts'
import { usePage } from '@portico/app/page/page.tsx'
import type { PageData } from '#/queries.ts'
import { Ways } from '#/ui/Ways/Ways.tsx'

type Neighbours = PageData<'news-article'>['ways']

export function ArticleWays({ ways }: { ways: Neighbours }) {
  const { t } = useLingui()
  const { locale } = usePage()
  const way = (item: NonNullable<Neighbours['before']>, where: string) => ({
    href: item.href,
    where: (
      <>
        <span>{where}</span> <time dateTime={item.date.value}>{item.date.text}</time>
      </>
    ),
    title: item.title,
    lang: foreignLanguage(item.title, locale),
  })
  return (
    <Ways
      label={t`Before and after this piece`}
      before={ways.before && way(ways.before, t({ message: 'Earlier', comment: 'The news before this one, by date' }))}
      after={ways.after && way(ways.after, t({ message: 'Later', comment: 'The news after this one, by date' }))}
    />
  )
}
