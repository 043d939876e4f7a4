// A short message over the page, and the properties of the parts that show messages.

/**
 * A message as it is shown; the store that holds them is no concern of this part. `lasts`:
 * milliseconds.
 */
export type ToastMessage = { id: number; lasts: number } & (
  | { kind: 'error' | 'success'; text: string }
  | { kind: 'notification'; title: string; body: string }
)

export type ToastsProps = {
  messages: readonly ToastMessage[]
  /** Called when a message's time is over, and when the visitor dismisses it. */
  onDismiss: (id: number) => void
}
