// Short messages over the page. The code that shows them is fetched with the first one. If it
// cannot be fetched (often the very reason for the message), they are shown in a plain form.

import { useEffect } from 'react'
import { usePart } from '#/ui/lazy/use-part.ts'
import styles from './Toasts.module.css'
import type { ToastMessage, ToastsProps } from './toast-message.ts'

export function Toasts({ messages, onDismiss }: ToastsProps) {
  const { Part: List, state, load } = usePart<ToastsProps>(async () => (await import('./ToastList.tsx')).ToastList)
  const wanted = messages.length > 0 && List === undefined
  // When the first one comes, and not again for each.
  // biome-ignore lint/correctness/useExhaustiveDependencies: `load` is another function in every render
  useEffect(() => void (wanted && load()), [wanted])
  if (List !== undefined) return <List messages={messages} onDismiss={onDismiss} />
  if (state !== 'failed') return null
  return (
    <div className={styles.stack} role="alert">
      {messages.map((message) => (
        <Plain message={message} onDismiss={onDismiss} key={message.id} />
      ))}
    </div>
  )
}

function Plain({ message, onDismiss }: { message: ToastMessage; onDismiss: (id: number) => void }) {
  const { id, lasts } = message
  useEffect(() => {
    const timer = setTimeout(() => onDismiss(id), lasts)
    return () => clearTimeout(timer)
  }, [id, lasts, onDismiss])
  return (
    <p className={styles.message} data-type={message.kind}>
      {message.kind === 'notification' ? `${message.title} ${message.body}` : message.text}
    </p>
  )
}
