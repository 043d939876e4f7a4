// The search button of every page: a link to the results page that opens the box over the page, and
// the key `/`. All else is fetched with the first use, or when a pointer or the focus comes near;
// if it cannot be fetched the link opens the results page.

import { useLingui } from '@lingui/react/macro'
import { type ComponentType, type MouseEvent, useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import type { LocaleCode } from '#/contract.ts'
import { usePage } from '#/page/page.tsx'
import { useHref } from '#/page/paths.ts'
import type { RouteId } from '#/register.ts'
import { countLoading } from '#/state/loading.ts'
import { usePreferences } from '#/state/preferences.ts'
import { Icon } from '#/ui/Icon/Icon.tsx'
import { search as searchIcon } from '#/ui/Icon/paths.gen.ts'
import { usePart } from '#/ui/lazy/use-part.ts'
import styles from './search-button.module.css'

export type SearchButtonProps = {
  /** The results page. */
  route: RouteId
  /** The box with its words, for a language. */
  fetchBox: (locale: LocaleCode) => Promise<ComponentType<{ onClose: () => void }>>
}

export function SearchButton({ route, fetchBox }: SearchButtonProps) {
  const { t } = useLingui()
  const { locale } = usePage()
  const { slashOff } = usePreferences()
  const navigate = useNavigate()
  const href = useHref()(route)
  const [open, setOpen] = useState(false)
  const { Part: Box, load } = usePart(() => fetchBox(locale))
  const show = async () => {
    countLoading(1)
    if (await load()) setOpen(true)
    else navigate(href)
    countLoading(-1)
  }
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (!opensSearch(event, slashOff)) return
      event.preventDefault()
      void show()
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  })
  return (
    <>
      <a
        className={styles.button}
        href={href}
        aria-label={t`Search`}
        data-print="no"
        onPointerEnter={() => void load()}
        onFocus={() => void load()}
        onClick={(event: MouseEvent) => {
          if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
          event.preventDefault()
          void show()
        }}
      >
        <Icon path={searchIcon} size={20} />
      </a>
      {open && Box !== undefined && <Box onClose={() => setOpen(false)} />}
    </>
  )
}

/**
 * Whether a key asks for the box: `/` or Ctrl+K, but not while the visitor types or answers a
 * dialog.
 */
export function opensSearch(event: KeyboardEvent, slashOff: boolean): boolean {
  const { key, target, altKey } = event
  const control = event.ctrlKey || event.metaKey
  if (altKey || event.defaultPrevented || event.isComposing) return false
  if (target instanceof Element && target.closest('input,textarea,select,[contenteditable],[role=dialog]')) return false
  return control ? key === 'k' : key === '/' && !slashOff
}
