// Outlines over the frame's page: of the text under the pointer, and of the one that is edited. The
// outlines are outside the body, which changes with each version of the page.

const COLOR = '#1667d9'
/** Space between a text and its outline, in pixels. */
const SPACE = 4

/** An outline with a label. */
export type Outline = { rect: DOMRect; label: string; isSelected: boolean }

/** Draws the outlines in place of those before. */
export function drawOutlines(frame: Document, outlines: Outline[]): void {
  const layer =
    frame.querySelector('html > studio-overlay') ?? frame.documentElement.appendChild(frame.createElement('studio-overlay'))
  layer.setAttribute('aria-hidden', 'true')
  layer.replaceChildren(...outlines.map((outline) => draw(frame, outline)))
}

function draw(frame: Document, { rect, label, isSelected }: Outline): HTMLElement {
  const box = frame.createElement('div')
  const { scrollX = 0, scrollY = 0 } = frame.defaultView ?? {}
  Object.assign(box.style, {
    all: 'initial',
    position: 'absolute',
    left: `${rect.left + scrollX - SPACE}px`,
    top: `${rect.top + scrollY - SPACE}px`,
    width: `${rect.width + 2 * SPACE}px`,
    height: `${rect.height + 2 * SPACE}px`,
    boxSizing: 'border-box',
    border: `2px ${isSelected ? 'solid' : 'dashed'} ${COLOR}`,
    borderRadius: '4px',
    boxShadow: '0 0 0 1px #fff9',
    pointerEvents: 'none',
    zIndex: '2147483647',
  })
  if (label !== '') box.append(drawLabel(frame, label, rect.top))
  return box
}

function drawLabel(frame: Document, label: string, top: number): HTMLElement {
  const chip = frame.createElement('span')
  chip.textContent = label
  Object.assign(chip.style, {
    all: 'initial',
    position: 'absolute',
    left: '-2px',
    [top < 28 ? 'top' : 'bottom']: '100%',
    padding: '2px 6px',
    font: '500 12px/1.3 system-ui, sans-serif',
    whiteSpace: 'nowrap',
    color: '#fff',
    background: COLOR,
    borderRadius: '4px',
    pointerEvents: 'none',
  })
  return chip
}
