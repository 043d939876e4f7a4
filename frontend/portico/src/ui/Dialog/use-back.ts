// Back closes a dialog on a phone, where the page is not visible beside it.

import { useEffect, useRef } from 'react'
import { openLayer } from './layers.ts'

/** Windows from this width on show the page around every dialog, in pixels. */
const WIDE_PX = 768

/** Back closes the dialog as long as it is shown; has no effect if `off`. */
export function useBack(onClose: () => void, off: boolean): void {
  const close = useRef(onClose)
  close.current = onClose
  useEffect(() => (off || innerWidth >= WIDE_PX ? undefined : openLayer(() => close.current())), [off])
}
