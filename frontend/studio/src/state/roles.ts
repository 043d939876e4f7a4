// The views that a person's roles allow.

import { PAGE_VIEW, type View } from './view.ts'

/** Whether the roles permit changes of texts. */
export const isEditor = (roles: string[]): boolean => roles.some((role) => role === 'editor' || role === 'publisher')

/** Whether the roles permit messages. */
export const isRecipient = (roles: string[]): boolean => roles.includes('recipient')

/** The view itself, or the first one of the person if the roles do not allow it. */
export function allowedView(view: View, roles: string[]): View {
  const isAllowed = view.name === 'messages' ? isRecipient(roles) : isEditor(roles)
  if (isAllowed) return view
  return isEditor(roles) ? PAGE_VIEW : { name: 'messages' }
}
