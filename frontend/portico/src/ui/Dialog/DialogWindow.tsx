// The window of a dialog: keeps the focus inside, closes on Escape and on a press beside it, keeps
// the page behind it still, and gives the focus back. Toasts stay within reach: they report the
// result of actions in the dialog.

import { CSPProvider } from '@base-ui/react/csp-provider'
import { Dialog as Base } from '@base-ui/react/dialog'
import { useLingui } from '@lingui/react/macro'
import { Icon } from '#/ui/Icon/Icon.tsx'
import { close as closeIcon } from '#/ui/Icon/paths.gen.ts'
import styles from './Dialog.module.css'
import type { DialogProps } from './dialog-props.ts'
import { useBack } from './use-back.ts'

export { settle } from './layers.ts'

export function DialogWindow({ title, head, onClose, size = 'regular', asksOfHistory = false, children }: DialogProps) {
  useBack(onClose, asksOfHistory)
  const { t } = useLingui()
  return (
    <CSPProvider disableStyleElements>
      <Base.Root
        open
        onOpenChange={(_, { reason, event }) => {
          // A message beside the dialog is dismissed without closing the dialog.
          if (reason === 'outside-press' && event.target instanceof Element && event.target.closest('[aria-live]') !== null)
            return
          onClose()
        }}
      >
        <Base.Portal>
          <Base.Backdrop className={styles.backdrop} />
          <Base.Viewport className={styles.view}>
            <Base.Popup className={styles.dialog} data-size={size} onClick={({ target }) => leadsHere(target) && onClose()}>
              <div className={styles.head}>
                <Base.Title className={styles.title} data-said={head !== undefined || undefined}>
                  {title}
                </Base.Title>
                {head}
                <Base.Close className={styles.close} aria-label={t`Close`}>
                  <Icon path={closeIcon} size={22} />
                </Base.Close>
              </div>
              {children}
            </Base.Popup>
          </Base.Viewport>
        </Base.Portal>
      </Base.Root>
    </CSPProvider>
  )
}

/** A link to the page itself: no other page will replace the dialog. */
function leadsHere(target: EventTarget): boolean {
  return target instanceof Element && target.closest('a')?.href === window.location.href
}
