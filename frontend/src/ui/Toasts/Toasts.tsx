// Short messages over the page: toasts at the top, notifications 24 px from the edge. Shown as they are in `useToasts`.

import { useLingui } from '@lingui/react/macro'
import styles from './Toasts.module.css'

/** A message as it is shown; the store that holds them is no concern of this part. */
export type ToastMessage =
  | { id: number; kind: 'error' | 'success'; text: string }
  | { id: number; kind: 'notification'; title: string; body: string }

export type ToastsProps = {
  messages: readonly ToastMessage[]
  onDismiss: (id: number) => void
}

export function Toasts({ messages, onDismiss }: ToastsProps) {
  const { t } = useLingui()
  return (
    <section className={styles.stack} aria-label={t`Messages`}>
      <ul className={styles.list} aria-live="polite">
        {messages.map((message) => (
          <li className={styles.message} data-kind={message.kind} key={message.id}>
            <div role={message.kind === 'error' ? 'alert' : undefined}>
              {message.kind === 'notification' ? (
                <>
                  <p className={styles.title}>{message.title}</p>
                  <p>{message.body}</p>
                </>
              ) : (
                <p>{message.text}</p>
              )}
            </div>
            <button className={styles.close} type="button" aria-label={t`Dismiss`} onClick={() => onDismiss(message.id)}>
              <svg viewBox="0 0 10 10" width="10" height="10" aria-hidden="true">
                <path d="M1 1l8 8M9 1L1 9" />
              </svg>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
