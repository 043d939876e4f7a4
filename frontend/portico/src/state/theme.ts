// The theme: the system's, or the visitor's choice. `templates/inline.js` of a site applies it,
// because a document needs its theme before this module is loaded.

export type Theme = 'system' | 'light' | 'dark'

/**
 * Shows the document in a theme; an unknown value, such as from damaged storage, is the system's.
 */
export function showTheme(theme: Theme): void {
  dispatchEvent(new CustomEvent('theme', { detail: theme }))
}
