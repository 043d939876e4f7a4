// Images of rendered Markdown: their source is set when they come near the viewport (R1.06). Their address, with the `?t=` made
// from the image's content hash, waits in `data-src`; a <noscript> twin serves those without JavaScript.

import { whenInView } from '#/lib/in-view.ts'

/** Pixels below the fold at which loading starts. */
const AHEAD = 200

/** Watches every image under `root` that still waits. Returns how to stop. */
export function loadImagesInView(root: Element): () => void {
  const stops = Array.from(root.querySelectorAll<HTMLImageElement>('img[data-src]:not([src])'), (image) =>
    whenInView(image, () => image.setAttribute('src', image.dataset.src ?? ''), AHEAD),
  )
  return () => {
    for (const stop of stops) stop()
  }
}
