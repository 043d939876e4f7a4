// Layers that fill the window take one Back each: an open layer has an entry of the history, which
// Back leaves. A layer that is closed in another way removes its entry. Only the history works
// everywhere: all browsers but one engine have no other event for Back.

import { layerDepth, layerEntry } from '#/lib/layer-entry.ts'

/**
 * Time after which a traversal counts as refused by the browser, which never reports that, in
 * milliseconds.
 */
const PATIENCE_MS = 1_000

type Layer = { close: () => void }

/** The innermost last. */
const layers: Layer[] = []
let isListening = false

/** Opens a layer, which Back closes by `close`. Returns a function that reports it as closed. */
export function openLayer(close: () => void): () => void {
  if (!isListening) addEventListener('popstate', closeLeft)
  isListening = true
  const layer = { close }
  layers.push(layer)
  queueMicrotask(() => void enter())
  return () => {
    const index = layers.indexOf(layer)
    if (index >= 0) layers.splice(index, 1)
    // A layer that is replaced by another in the same step hands its entry over.
    queueMicrotask(settle)
  }
}

/** Leaves the entries without a layer. */
export function settle(): void {
  const dead = layerDepth() - layers.length
  if (dead <= 0 || layerEntry.leaving !== undefined) return
  layerEntry.leaving = new Promise<void>((resolve) => {
    addEventListener('popstate', () => resolve(), { once: true })
    setTimeout(resolve, PATIENCE_MS)
  }).then(() => {
    layerEntry.leaving = undefined
  })
  window.history.go(-dead)
}

async function enter(): Promise<void> {
  while (layerEntry.leaving !== undefined) await layerEntry.leaving
  const { state } = window.history
  if (layerDepth() < layers.length) window.history.pushState({ ...state, idx: (state?.idx ?? 0) + 1, layers: layers.length }, '')
}

/** Closes the layers of entries that were left; an entry without a layer is left again. */
function closeLeft(): void {
  if (layerEntry.leaving !== undefined) return
  for (const { close } of layers.splice(layerDepth())) close()
  settle()
}
