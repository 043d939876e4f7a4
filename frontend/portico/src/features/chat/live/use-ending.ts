// How an answer ended, in a sentence: shown beneath it, and announced once.

import { useLingui } from '@lingui/react/macro'
import type { Exchange } from '../exchange.ts'

/** Words on the end of an exchange; empty while its answer grows. */
export function useEnding(): (exchange: Exchange) => string {
  const { t } = useLingui()
  return ({ stage, sentences, refusal }) => {
    switch (stage) {
      case 'waiting':
      case 'streaming':
        return ''
      case 'answered':
        return t`The answer is there.`
      case 'quoted':
        return t`These passages answer it:`
      case 'unanswered':
        return t`No page of this site answers that.`
      case 'cut':
        return t`The answer breaks off here.`
      case 'stopped':
        return sentences.length > 0 ? t`You stopped the answer here.` : t`You stopped before an answer came.`
      case 'lost':
        return sentences.length > 0
          ? t`The connection broke; the answer ends here.`
          : t`The connection broke before an answer came.`
      case 'offline':
        return sentences.length > 0 ? t`There is no connection; the answer ends here.` : t`There is no connection.`
      case 'refused':
        return refusedBecause(refusal)
    }
  }

  function refusedBecause(refusal: Exchange['refusal']): string {
    if (refusal?.status === 429) return t`Many questions came from here in a short time.`
    if (refusal?.status === 400 && refusal.message !== '') return refusal.message
    return t`The assistant cannot answer just now.`
  }
}
