// A changed page before and after, side by side at the width of a phone or of a desk: both scroll
// together, and begin at the first difference. A narrow window shows one of them at a time.

import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { type CSSProperties, useRef, useState } from 'react'
import { LIVE } from '../api.ts'
import { Dialog } from '../entries/dialog.tsx'
import { useStudio } from '../state/store.ts'
import { PageSide } from './page-side.tsx'
import type { Side } from './side-frames.ts'
import { useDifferences } from './use-differences.ts'
import { useSize } from './use-size.ts'

/** Widths of the pages, in pixels: a phone's and a desk's. */
const WIDTHS = [390, 1440]
/** Space between the pages, in pixels, as in the styles. */
const GAP = 12
/** Least width for two pages side by side, in pixels. */
const WIDE = 640

/** Properties: `sides` are both, or one for a page that is added or removed. */
export type BeforeAfterProps = { path: string; sides: Side[]; onClose: () => void }

/** The dialog. */
export function BeforeAfter({ path, sides, onClose }: BeforeAfterProps) {
  const { t } = useLingui()
  const setId = useStudio((state) => state.setId)
  const [pageWidth, setPageWidth] = useState(1440)
  const [chosen, setChosen] = useState<Side>('after')
  const scroller = useRef<HTMLDivElement>(null)
  const { width, height } = useSize(scroller)
  const isNarrow = width < WIDE
  const columns = isNarrow ? 1 : sides.length
  const scale = Math.min(1, (width - GAP * (columns - 1)) / columns / pageWidth)
  const { addFrame, count, range, showNext, restart, leave, follow } = useDifferences(scroller, scale, height)
  const style = { '--width': `${pageWidth}px`, '--scale': scale, height } as CSSProperties
  const chooseWidth = (width: number) => {
    restart()
    setPageWidth(width)
  }
  return (
    <Dialog title={t`Before and after: ${path}`} isWide onClose={onClose}>
      <div className="row">
        <WidthChoice chosen={pageWidth} onChoice={chooseWidth} />
        {isNarrow && sides.length > 1 && <SideChoice chosen={chosen} onChoice={setChosen} />}
        {count !== undefined && <DifferenceCount count={count} onNext={showNext} />}
      </div>
      <section
        ref={scroller}
        className="sides-scroll"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls it.
        tabIndex={0}
        aria-label={sides.length > 1 ? t`The pages; both scroll together` : t`Page of the site`}
        onWheel={leave}
        onPointerDown={leave}
        onKeyDown={leave}
        onScroll={({ currentTarget }) => follow(currentTarget.scrollTop)}
      >
        <div style={{ height: height + range }}>
          <div className="sides" data-narrow={isNarrow || undefined} style={style}>
            {sides.map((side) => (
              <PageSide
                key={side}
                side={side}
                setId={side === 'before' ? LIVE : setId}
                path={path}
                isShown={!isNarrow || sides.length === 1 || side === chosen}
                onReady={addFrame}
              />
            ))}
          </div>
        </div>
      </section>
    </Dialog>
  )
}

function WidthChoice({ chosen, onChoice }: { chosen: number; onChoice: (width: number) => void }) {
  const { t } = useLingui()
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would need a legend of its own.
    <div className="widths" role="group" aria-label={t`Width of the page`}>
      {WIDTHS.map((width) => (
        <button key={width} type="button" className="quiet" aria-pressed={width === chosen} onClick={() => onChoice(width)}>
          {width}
        </button>
      ))}
    </div>
  )
}

/** Which page a narrow window shows. */
function SideChoice({ chosen, onChoice }: { chosen: Side; onChoice: (side: Side) => void }) {
  const { t } = useLingui()
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would need a legend of its own.
    <div className="widths" role="group" aria-label={t`Version of the page`}>
      <button type="button" className="quiet" aria-pressed={chosen === 'before'} onClick={() => onChoice('before')}>
        <Trans>Before</Trans>
      </button>
      <button type="button" className="quiet" aria-pressed={chosen === 'after'} onClick={() => onChoice('after')}>
        <Trans>After</Trans>
      </button>
    </div>
  )
}

function DifferenceCount({ count, onNext }: { count: number; onNext: () => void }) {
  return (
    <>
      <p role="status" className="help">
        {count === 0 ? (
          <Trans>The text is the same; something else of the page differs, such as its picture or its description.</Trans>
        ) : (
          <Plural value={count} one="# place differs" other="# places differ" />
        )}
      </p>
      {count > 1 && (
        <button type="button" onClick={onNext}>
          <Trans>Next place</Trans>
        </button>
      )}
    </>
  )
}
