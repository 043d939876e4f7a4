// The theme: the system's, or the one that the visitor chose. `templates/inline.js` of a site shows
// it, because a document has to be in its theme before this module is here.

export type Theme = 'system' | 'light' | 'dark'

/**
 * Shows the document in a theme; an unknown value, such as from damaged storage, is the system's.
 */
export function showTheme(theme: Theme): void {
  dispatchEvent(new CustomEvent('theme', { detail: theme }))
}
