// One dismissible offer of the other language, for a visitor who came by a deep link in a language
// that the browser does not prefer (R1.01). The address is never overridden, and a visitor with an
// earlier choice of language gets no offer. Most visitors get none: words and code are fetched for
// the offer.

import { type ReactNode, useEffect, useState } from 'react'
import { useOfferedLocale } from '#/state/offered-locale.ts'

export function LocaleOffer() {
  const alternate = useOfferedLocale()
  const [offer, setOffer] = useState<ReactNode>()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same offer as long as its address is the same
  useEffect(() => {
    if (alternate === undefined) return
    let isShown = true
    import('./offer.tsx')
      .then(({ offerOf }) => offerOf(alternate))
      .then(
        (offer) => isShown && setOffer(offer),
        // An offer that cannot be read is not shown.
        () => {},
      )
    return () => {
      isShown = false
      setOffer(undefined)
    }
  }, [alternate?.href])
  return offer
}
