// The invitation to send a plan, set as large as a heading.

import { usePage } from '#/app/page.tsx'
import type { PageSection } from '#/features/sections/sections.ts'
import { prefixed } from '#/i18n/locales.ts'
import { ButtonLink } from '#/ui/Button/Button.tsx'
import { Section } from '#/ui/Section/Section.tsx'
import styles from './invitation.module.css'

export function Invitation({ part }: { part: PageSection }) {
  const { locale } = usePage()
  return (
    <Section label={part.title}>
      {part.text !== undefined && <p className={styles.text}>{part.text}</p>}
      <p className={styles.ways}>
        {part.items?.map(
          (item, index) =>
            item.href !== undefined && (
              <ButtonLink
                href={prefixed(item.href, locale)}
                size="large"
                variant={index === 0 ? 'primary' : 'outline'}
                key={item.href}
              >
                {item.title}
              </ButtonLink>
            ),
        )}
      </p>
    </Section>
  )
}
