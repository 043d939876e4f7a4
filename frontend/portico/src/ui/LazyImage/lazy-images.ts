// Images of rendered Markdown: their source is set when they come near the viewport (R1.06) or the
// page is printed. Their addresses, each with the `?t=` made from the file's content hash, wait in
// `data-src` and, for the encodings and widths that a browser chooses from, in the `data-srcset` of
// the picture's sources; a <noscript> twin serves those without JavaScript. The image that is met
// first has its source already and is left alone.

import { whenInView } from '#/lib/in-view.ts'

/** Pixels below the fold at which loading starts. */
const AHEAD = 200

/** Watches every image under `root` that is not loaded yet. Returns a function that stops it. */
export function loadImagesInView(root: Element): () => void {
  const waiting = root.querySelectorAll<HTMLImageElement>('img[data-src]:not([src])')
  const stops = Array.from(waiting, (image) => whenInView(image, () => load(image), AHEAD))
  // Printing prints the whole page.
  const loadAll = () => waiting.forEach(load)
  window.addEventListener('beforeprint', loadAll)
  return () => {
    for (const stop of stops) stop()
    window.removeEventListener('beforeprint', loadAll)
  }
}

/**
 * Sources before the image: a browser chooses when the image gets its `src`, by the width at which
 * it is shown.
 */
function load(image: HTMLImageElement) {
  const width = Math.ceil(image.getBoundingClientRect().width)
  for (const source of image.parentElement?.querySelectorAll<HTMLSourceElement>('source[data-srcset]') ?? []) {
    if (width > 0) source.sizes = `${width}px`
    source.srcset = source.dataset.srcset ?? ''
  }
  image.src = image.dataset.src ?? ''
}
