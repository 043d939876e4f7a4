// Hits with their passages; matches are marked.

import type { LocaleCode } from '#/contract.ts'
import { dayText } from '#/i18n/dates.ts'
import { localeOf, siteLocales } from '#/i18n/locales.ts'
import { usePage } from '#/page/page.tsx'
import { type Hit, type Passage, passageHref } from '../found.ts'
import { HitItem, HitList, PassageText } from '../hits.tsx'
import type { SiteSearch } from '../site-search.ts'
import { useKindName } from './use-kind-name.ts'

export function Hits({ site, hits }: { site: SiteSearch; hits: readonly Hit[] }) {
  const { locale } = usePage()
  const nameOf = useKindName(site)
  if (hits.length === 0) return null
  return (
    <HitList>
      {hits.map((hit) => {
        const lang = hit.locale === locale ? undefined : languageName(hit.locale)
        return (
          <HitItem
            href={hit.href}
            title={hit.title}
            about={[nameOf(hit.kind), lang].filter(Boolean).join(' · ')}
            date={hit.date !== undefined && <time dateTime={hit.date}>{dayText(hit.date, locale)}</time>}
            lang={lang && hit.locale}
            key={hit.href}
          >
            {hit.passages.map((passage) => (
              <PassageText
                href={passage.anchor === undefined ? undefined : passageHref(hit, passage)}
                heading={passage.heading ?? hit.title}
                key={JSON.stringify(passage)}
              >
                <Marked runs={passage.text} />
              </PassageText>
            ))}
          </HitItem>
        )
      })}
    </HitList>
  )
}

function Marked({ runs }: { runs: Passage['text'] }) {
  // biome-ignore lint/suspicious/noArrayIndexKey: runs have no name of their own but their order
  return runs.map(({ text, marked }, index) => (marked ? <mark key={index}>{text}</mark> : text))
}

function languageName(code: string): string | undefined {
  return siteLocales().some((locale) => locale.code === code) ? localeOf(code as LocaleCode).name : undefined
}
