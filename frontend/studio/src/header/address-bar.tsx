// The path of the shown page, as a field, and its other languages.

import { useLingui } from '@lingui/react/macro'
import { useEffect, useMemo, useState } from 'react'
import { goTo } from '../state/address.ts'
import { useStudio } from '../state/store.ts'
import { languageLinks } from './language-links.ts'

/** The bar. Enter shows the page. */
export function AddressBar() {
  const { t } = useLingui()
  const path = useStudio((state) => state.path)
  const page = useStudio((state) => state.page)
  const locales = useStudio((state) => state.info?.locales)
  const isLoading = useStudio((state) => state.isLoading)
  const [text, setText] = useState(path)
  useEffect(() => setText(path), [path])
  const links = useMemo(() => languageLinks(page?.html ?? '', path, locales ?? []), [page, path, locales])
  return (
    <form
      className="address"
      onSubmit={(event) => {
        event.preventDefault()
        void goTo(text.startsWith('/') ? text : `/${text}`)
      }}
    >
      <input
        aria-label={t`Address of the page`}
        aria-busy={isLoading}
        spellCheck={false}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      {links.length > 1 && (
        <select aria-label={t`Language of the page`} value={path} onChange={({ target }) => void goTo(target.value)}>
          {links.map((link) => (
            <option key={link.path} value={link.path}>
              {link.name}
            </option>
          ))}
        </select>
      )}
    </form>
  )
}
