// The languages of the site: the list that Rust reads too, and the arithmetic of prefixed paths.

import type { Locale, LocaleCode } from '#/contract.ts'
import { definition } from '#/definition.ts'

/** Every language, the default one first. */
export function siteLocales(): readonly Locale[] {
  return definition().locales
}

/** The language whose pages have no prefix. */
export function defaultLocale(): Locale {
  return siteLocales().find((locale) => locale.default) as Locale
}

/** The language with this code. */
export function localeOf(code: LocaleCode): Locale {
  const locale = siteLocales().find((candidate) => candidate.code === code)
  if (locale === undefined) throw new Error(`no locale \`${code}\` in locales/locales.json`)
  return locale
}

/** The path of an unprefixed path in a language: (`/news`, en) → `/en/news`, (`/`, en) → `/en`. */
export function prefixed(path: string, code: LocaleCode): string {
  const { prefix } = localeOf(code)
  if (prefix === '') return path
  return path === '/' ? `/${prefix}` : `/${prefix}${path}`
}

/**
 * The reverse of `prefixed`: `/en/news` → (en, `/news`). A prefix is a whole segment:
 * `/english` is Chinese.
 */
export function unprefixed(path: string): { locale: LocaleCode; path: string } {
  for (const { code, prefix } of siteLocales()) {
    if (prefix === '') continue
    if (path === `/${prefix}`) return { locale: code, path: '/' }
    if (path.startsWith(`/${prefix}/`) && path.length > prefix.length + 2)
      return { locale: code, path: path.slice(prefix.length + 1) }
  }
  return { locale: defaultLocale().code, path }
}
