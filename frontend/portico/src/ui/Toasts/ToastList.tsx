// The messages as Base UI shows them: each counts its own time, which stops while a pointer or the
// focus is on one or the window is elsewhere; F6 leads to them; errors are read out at once, the
// others when there is a pause.

import { Toast as Base } from '@base-ui/react/toast'
import { useLingui } from '@lingui/react/macro'
import { useEffect, useRef } from 'react'
import { Icon } from '#/ui/Icon/Icon.tsx'
import { close as closeIcon } from '#/ui/Icon/paths.gen.ts'
import styles from './Toasts.module.css'
import type { ToastMessage, ToastsProps } from './toast-message.ts'

/** Most messages at once; older ones are removed. */
const LIMIT = 4

export function ToastList(props: ToastsProps) {
  const { t } = useLingui()
  return (
    <Base.Provider limit={LIMIT}>
      <Base.Portal>
        <Base.Viewport className={styles.stack} aria-label={t`Messages`}>
          <Shown {...props} />
        </Base.Viewport>
      </Base.Portal>
    </Base.Provider>
  )
}

function Shown({ messages, onDismiss }: ToastsProps) {
  const { t } = useLingui()
  const { toasts, add, close } = Base.useToastManager()
  const known = useRef<number[]>([])
  useEffect(() => {
    const before = known.current
    known.current = messages.map(({ id }) => id)
    for (const id of before) if (!known.current.includes(id)) close(String(id))
    for (const message of messages) {
      const { id, lasts } = message
      if (!before.includes(id)) add({ ...contentOf(message), id: String(id), timeout: lasts, onClose: () => onDismiss(id) })
    }
  }, [messages, add, close, onDismiss])
  return toasts.map((toast) => (
    <Base.Root className={styles.message} toast={toast} swipeDirection={['up', 'right']} key={toast.id}>
      <Base.Content>
        <Base.Title className={styles.title} render={<p />} />
        <Base.Description render={<p />} />
      </Base.Content>
      <Base.Close className={styles.close} aria-label={t`Dismiss`}>
        <Icon path={closeIcon} size={16} />
      </Base.Close>
    </Base.Root>
  ))
}

function contentOf(message: ToastMessage) {
  const { kind } = message
  if (kind === 'notification') return { type: kind, title: message.title, description: message.body }
  return { type: kind, description: message.text, priority: kind === 'error' ? ('high' as const) : ('low' as const) }
}
