// Rows of the list: title, collection, the state of each language, and access.

import { Trans, useLingui } from '@lingui/react/macro'
import type { Entry } from '../api.ts'
import { goTo, showView, writeAddress } from '../state/address.ts'
import { useEntries } from '../state/entries.ts'
import { useStudio } from '../state/store.ts'
import { collectionName } from './collection-name.ts'
import { type Row, targetOfEntry } from './rows.ts'
import { StateBadge } from './state-badge.tsx'

/** Properties: `locale` is the language whose titles are shown; empty for the first of the site. */
export type EntryTableProps = { rows: Row[]; locale: string; onMore: (entry: Entry) => void }

/** The table; on a phone each row is a card. */
export function EntryTable({ rows, locale, onMore }: EntryTableProps) {
  const { t } = useLingui()
  const info = useStudio((state) => state.info)
  const timeZone = useEntries((state) => state.timeZone)
  return (
    <table className="entries">
      <caption className="unseen">
        <Trans>Entries</Trans>
      </caption>
      <thead>
        <tr>
          <th scope="col">
            <Trans>Title</Trans>
          </th>
          <th scope="col">
            <Trans>Collection</Trans>
          </th>
          {info?.locales.map(({ code, name }) => (
            <th key={code} scope="col">
              {name}
            </th>
          ))}
          <th scope="col">
            <Trans>Access</Trans>
          </th>
          <th scope="col">
            <span className="unseen">
              <Trans>More</Trans>
            </span>
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, entry, title }) => (
          <tr key={key}>
            <th scope="row">
              <EntryLink entry={entry} title={title} locale={locale} />
              <span className="file">{entry.slug}</span>
            </th>
            <td>{collectionName(info, entry.collection)}</td>
            {entry.texts.map((text, index) => (
              <td key={text.locale} data-language={info?.locales[index]?.name}>
                <StateBadge text={text} timeZone={timeZone} />
              </td>
            ))}
            <td>{entry.access === 'guarded' && <span className="badge">{t`Members only`}</span>}</td>
            <td>
              <button type="button" className="quiet" aria-label={t`More about “${title}”`} onClick={() => onMore(entry)}>
                …
              </button>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** Opens the entry's page, or its file if it has none. */
function EntryLink({ entry, title, locale }: { entry: Entry; title: string; locale: string }) {
  const setId = useStudio((state) => state.setId)
  const path = useStudio((state) => state.path)
  const target = targetOfEntry(entry, locale)
  if (target === undefined) return title
  const view = 'file' in target ? ({ name: 'file', file: target.file, line: null } as const) : undefined
  return (
    <a
      href={writeAddress('href' in target ? target.href : path, setId, view)}
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey) return
        event.preventDefault()
        if ('href' in target) void goTo(target.href)
        else if (view !== undefined) showView(view)
      }}
    >
      {title}
    </a>
  )
}
