// The geometry of the sheet: one unit wide for each year, one unit high for all that any company
// has grown. Equal steps up are equal growth.

export type Line = {
  /** The year of the first figure. */
  invested: number
  /** Revenue by year, the first year being 100. */
  series: readonly number[]
}

export type Axis = { from: number; to: number; lowest: number; highest: number }

/** Axis that has room for all lines. */
export function axisOf(lines: readonly Line[]): Axis {
  const values = lines.flatMap(({ series }) => series)
  return {
    from: Math.min(...lines.map(({ invested }) => invested)),
    to: Math.max(...lines.map(({ invested, series }) => invested + series.length - 1)),
    lowest: Math.log(Math.min(...values, 100)),
    highest: Math.log(Math.max(...values, 101)),
  }
}

export function linePath({ invested, series }: Line, axis: Axis): string {
  const points = series.map((value, index) => {
    const up = (Math.log(value) - axis.lowest) / (axis.highest - axis.lowest)
    return `${invested - axis.from + index} ${Math.round((1 - up) * 100) / 100}`
  })
  return `M${points.join('L')}`
}
