// Short messages over the page: toasts for 3 s, notifications for 4.5 s (R9.04). Texts arrive translated.

import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'

/** How long a toast stays, in milliseconds. */
export const TOAST_MS = 3_000
/** How long a notification stays, in milliseconds. */
export const NOTIFICATION_MS = 4_500

export type Toast = { id: number; kind: 'error' | 'success'; text: string }
export type Notification = { id: number; kind: 'notification'; title: string; body: string }
export type Message = Toast | Notification

type State = { messages: Message[]; lastId: number }

const store = createStore<State>(() => ({ messages: [], lastId: 0 }))

export const toast = {
  error: (text: string) => show({ kind: 'error', text }, TOAST_MS),
  success: (text: string) => show({ kind: 'success', text }, TOAST_MS),
}

/** A notification with a heading, 24 px from the edge. */
export function notify(notification: { title: string; body: string }): void {
  show({ kind: 'notification', ...notification }, NOTIFICATION_MS)
}

/** What is shown now, oldest first. */
export function useToasts(): Message[] {
  return useStore(store, ({ messages }) => messages)
}

/** Takes a message away before its time. */
export function dismiss(id: number): void {
  store.setState(({ messages }) => ({ messages: messages.filter((message) => message.id !== id) }))
}

function show(message: Omit<Toast, 'id'> | Omit<Notification, 'id'>, milliseconds: number): void {
  const id = store.getState().lastId + 1
  store.setState(({ messages }) => ({ lastId: id, messages: [...messages, { ...message, id } as Message] }))
  setTimeout(() => dismiss(id), milliseconds)
}
