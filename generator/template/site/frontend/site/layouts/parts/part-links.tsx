// Links to the parts of the site, the current one marked.

import { useLingui } from '@lingui/react'
import { useHref, usePage } from '@portico/app/page'
import { parts } from '#/labels/navigation.ts'

export function PartLinks() {
  const { route } = usePage()
  const { i18n } = useLingui()
  const href = useHref()
  return (
    <ul>
      {parts.map(({ id, label, also }) => (
        <li key={id}>
          <a href={href(id)} aria-current={id === route ? 'page' : also?.some((other) => other === route) || undefined}>
            {i18n._(label)}
          </a>
        </li>
      ))}
    </ul>
  )
}
