// A text with its changes marked: by line and strike, and by words that are read out.

import { Trans } from '@lingui/react/macro'
import type { Piece } from '../lib/word-difference.ts'

/** The text. */
export function MarkedText({ pieces }: { pieces: Piece[] }) {
  let at = 0
  return (
    <p className="marked">
      {pieces.map((piece) => {
        const key = `${piece.kind}${at}`
        at += piece.text.length
        return <MarkedPiece key={key} {...piece} />
      })}
    </p>
  )
}

function MarkedPiece({ kind, text }: Piece) {
  if (kind === 'same') return text
  if (kind === 'added')
    return (
      <ins>
        <span className="unseen">
          <Trans>[added:</Trans>{' '}
        </span>
        {text}
        <span className="unseen">]</span>
      </ins>
    )
  return (
    <del>
      <span className="unseen">
        <Trans>[removed:</Trans>{' '}
      </span>
      {text}
      <span className="unseen">]</span>
    </del>
  )
}
