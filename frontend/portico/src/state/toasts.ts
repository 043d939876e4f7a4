// Short messages over the page: toasts for 3 s, notifications for 4.5 s (R9.04). Texts arrive
// translated. The time of a message starts when it is visible, and stops while the pointer or the
// focus is on it: ui/Toasts counts. A new toast replaces an older one, because it is the newest
// answer; notifications are shown together.

import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'

/** How long a toast stays, in milliseconds. */
const TOAST_MS = 3_000
/** How long a notification stays, in milliseconds. */
const NOTIFICATION_MS = 4_500

/** `lasts` is in milliseconds. */
export type Toast = { id: number; kind: 'error' | 'success'; text: string; lasts: number }
export type Notification = { id: number; kind: 'notification'; title: string; body: string; lasts: number }
export type Message = Toast | Notification

type State = { messages: Message[]; lastId: number }

const store = createStore<State>(() => ({ messages: [], lastId: 0 }))

export const toast = {
  error: (text: string) => show({ kind: 'error', text, lasts: TOAST_MS }),
  success: (text: string) => show({ kind: 'success', text, lasts: TOAST_MS }),
}

/** A notification with a heading, 24 px from the edge. */
export function notify(notification: { title: string; body: string }): void {
  show({ kind: 'notification', ...notification, lasts: NOTIFICATION_MS })
}

/** Toasts that show now, oldest first. */
export function useToasts(): Message[] {
  return useStore(store, ({ messages }) => messages)
}

/** Removes a message. */
export function dismiss(id: number): void {
  store.setState(({ messages }) => ({ messages: messages.filter((message) => message.id !== id) }))
}

function show(message: Omit<Toast, 'id'> | Omit<Notification, 'id'>): void {
  const { lastId, messages } = store.getState()
  const id = lastId + 1
  const staying = message.kind === 'notification' ? messages : messages.filter(({ kind }) => kind === 'notification')
  store.setState({ lastId: id, messages: [...staying, { ...message, id } as Message] })
}
