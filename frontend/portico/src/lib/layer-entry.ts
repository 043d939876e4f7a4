// The history's entries of layers that fill the window, for navigation. They are made with the
// window of the first layer (ui/Dialog/layers.ts); each has the location of its page.

/** `leaving` resolves once an entry whose layer was closed has been left. */
export const layerEntry: { leaving?: Promise<void> | undefined } = {}

/** The number of layers at the history's current entry. */
export const layerDepth = (): number => window.history.state?.layers ?? 0
