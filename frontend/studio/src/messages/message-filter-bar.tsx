// Search and filters of the messages.

import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { FormName, MessageFilter, MessageState } from './message-calls.ts'
import { MESSAGE_STATES } from './message-states.ts'

/** Properties: the present choices, and what is done with others. */
export type MessageFilterBarProps = { filter: MessageFilter; forms: FormName[]; onFilter: (filter: MessageFilter) => void }

/** The bar. Words are searched for when they are sent, as each search reads all messages. */
export function MessageFilterBar({ filter, forms, onFilter }: MessageFilterBarProps) {
  const { t, i18n } = useLingui()
  const [text, setText] = useState(filter.text)
  return (
    <search>
      <form
        className="filters"
        autoComplete="off"
        onSubmit={(event) => {
          event.preventDefault()
          onFilter({ ...filter, text })
        }}
      >
        <label className="wide">
          <Trans>Search</Trans>
          <input
            type="search"
            maxLength={200}
            placeholder={t`Name, e-mail, number or a word of an answer`}
            value={text}
            onChange={({ target }) => {
              setText(target.value)
              if (target.value === '') onFilter({ ...filter, text: '' })
            }}
          />
        </label>
        <button type="submit">
          <Trans>Search</Trans>
        </button>
        <label>
          <Trans>State</Trans>
          <select
            value={filter.state}
            onChange={({ target }) => onFilter({ ...filter, text, state: target.value as MessageState | '' })}
          >
            {Object.entries(MESSAGE_STATES).map(([state, words]) => (
              <option key={state} value={state}>
                {i18n._(words)}
              </option>
            ))}
            <option value="">{t`All`}</option>
          </select>
        </label>
        <label>
          <Trans>Kind</Trans>
          <select value={filter.form} onChange={({ target }) => onFilter({ ...filter, text, form: target.value })}>
            <option value="">{t`All`}</option>
            {forms.map(({ name, title }) => (
              <option key={name} value={name}>
                {title}
              </option>
            ))}
          </select>
        </label>
      </form>
    </search>
  )
}
