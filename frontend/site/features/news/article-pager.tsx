// From an article through time: the earlier article, and the later one.

import { useLingui } from '@lingui/react/macro'
import { foreignLanguage } from '@portico/app/i18n'
import { usePage } from '@portico/app/page'
import type { PageData } from '#/queries.ts'
import { Pager } from '#/ui/Pager/Pager.tsx'

type Neighbours = PageData<'news-article'>['neighbours']

export function ArticlePager({ neighbours: { before, after } }: { neighbours: Neighbours }) {
  const { t } = useLingui()
  const { locale } = usePage()
  const target = (item: NonNullable<Neighbours['before']>, where: string) => ({
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
    <Pager
      label={t`Before and after this piece`}
      before={before && target(before, t({ message: 'Earlier', comment: 'The news before this one, by date' }))}
      after={after && target(after, t({ message: 'Later', comment: 'The news after this one, by date' }))}
    />
  )
}
