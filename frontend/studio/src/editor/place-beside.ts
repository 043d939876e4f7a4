// Place of the editor: under its text, or over it where there is no room.

/** Width, and room that an editor needs under its text, in pixels. */
const WIDTH = 420
const ROOM = 240
/** Space between a text and its editor, and to the border of the stage, in pixels. */
const SPACE = 10

type Box = { left: number; top: number; width: number; height: number }

/** Properties of style for the editor in its stage. */
export function placeBeside(anchor: Box | undefined, stage: Box, frame: Box | undefined): Record<string, string> {
  if (anchor === undefined || frame === undefined) return { left: `${SPACE}px`, top: 'auto', bottom: `${SPACE}px` }
  const left = clamp(anchor.left + frame.left - stage.left, SPACE, Math.max(stage.width - WIDTH - SPACE, SPACE))
  const top = anchor.top + frame.top - stage.top
  const under = top + anchor.height + SPACE
  if (under + ROOM <= stage.height) return { left: `${left}px`, top: `${Math.max(under, SPACE)}px`, bottom: 'auto' }
  const over = clamp(stage.height - top + SPACE, SPACE, stage.height - ROOM)
  return { left: `${left}px`, top: 'auto', bottom: `${Math.max(over, SPACE)}px` }
}

const clamp = (value: number, least: number, most: number) => Math.min(Math.max(value, least), most)
