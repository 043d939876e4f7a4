// The other languages of this page. Plain links, so that they work without JavaScript; a page that
// does not exist in a language leads to that language's home. With JavaScript a plain click also
// remembers the choice.

import { siteLocales, useLocaleSwitch } from '@portico/app/i18n'
import { href, usePage } from '@portico/app/page'
import styles from './language-links.module.css'

export function LanguageLinks() {
  const { locale } = usePage()
  const { alternates, pending, switchTo } = useLocaleSwitch()
  return (
    <ul className={styles.languages}>
      {siteLocales()
        .filter((other) => other.code !== locale)
        .map((other) => (
          <li key={other.code}>
            <a
              className={styles.language}
              href={alternates.find((alternate) => alternate.locale === other.code)?.href ?? href('home', {}, other.code)}
              hrefLang={other.code}
              lang={other.code}
              aria-busy={pending === other.code || undefined}
              onClick={(event) => {
                if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
                event.preventDefault()
                switchTo(other.code)
              }}
            >
              {other.name}
            </a>
          </li>
        ))}
    </ul>
  )
}
