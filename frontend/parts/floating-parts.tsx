// Parts over the page: dialogs, messages, strips.

import { TextField } from '@portico/app/forms'
import { Button, Dialog, dismiss, notify, Strip, Toasts, toast, useToasts } from '@portico/app/ui'
import { useState } from 'react'
import styles from './parts.module.css'
import { Shown } from './shown.tsx'

export function FloatingParts() {
  const [size, setSize] = useState<'regular' | 'full'>()
  return (
    <>
      <Shown name="Dialog">
        <div className={styles.row}>
          <Button onClick={() => setSize('regular')}>Open a dialog</Button>
          <Button onClick={() => setSize('full')}>Open one over the whole window</Button>
        </div>
        {size !== undefined && (
          <Dialog title="Your account 您的账户" size={size} onClose={() => setSize(undefined)}>
            <TextField label="Name" defaultValue="林一宁" />
            <p>
              <Button onClick={() => toast.success('Your name is changed.')}>Say so</Button>
            </p>
          </Dialog>
        )}
      </Shown>
      <Shown name="Toasts">
        <div className={styles.row}>
          <Button onClick={() => toast.success('已保存。')}>A success</Button>
          <Button onClick={() => toast.error('The code could not be sent. Please try again.')}>An error</Button>
          <Button onClick={() => notify({ title: 'Saved', body: 'The page is live in both languages.' })}>A notification</Button>
        </div>
        <Toasts messages={useToasts()} onDismiss={dismiss} />
      </Shown>
      <Shown name="Strip">
        <Strip label="A notice" phone="end">
          <p>Only cookies that this site needs to work, no tracking.</p>
          <Button>OK</Button>
        </Strip>
      </Shown>
    </>
  )
}
