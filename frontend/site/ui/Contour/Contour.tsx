// The site's one motif: tide lines drawn from real figures, as a hero, a company's signature, a
// divider or an empty shore.

import { createContext, useContext } from 'react'
import styles from './Contour.module.css'
import { contourPaths, isCrest } from './contour.ts'

export type ContourProps = {
  /** The figures, oldest first. */
  series: readonly number[]
  lines?: number
  /** Width to height; the drawing stretches to the box that the style sheet gives it. */
  ratio?: number
  /** Description of the drawing, for screen readers; without it the drawing is decoration. */
  label?: string
  /** Crests into which the lines gather: depth for a large drawing (contour.ts). */
  swells?: number
  /** How far the lowest line trails behind the highest, as a share of the width. */
  lag?: number
  /**
   * Lets the lines run on level beyond both edges, in widths: for a drawing that reaches the edges
   * of the window.
   */
  reach?: number
  /** `quiet` draws every line alike: a ground to write on. */
  tone?: 'figure' | 'quiet'
  className?: string
}

/**
 * Function that draws; a worker gives one that remembers, because the layout's drawings are the
 * same on every page.
 */
export const ContourPaths = createContext(contourPaths)

export function Contour(props: ContourProps) {
  const { series, lines = 24, ratio = 4, label, tone = 'figure', className, swells, lag, reach } = props
  const height = 240
  const width = height * ratio
  const paths = useContext(ContourPaths)(series, { width, height, lines, swells, lag, reach })
  return (
    <svg
      role={label === undefined ? undefined : 'img'}
      aria-hidden={label === undefined ? true : undefined}
      aria-label={label}
      className={className === undefined ? styles.contour : `${styles.contour} ${className}`}
      data-tone={tone}
      data-reach={reach === undefined ? undefined : 'beyond'}
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="none"
    >
      {paths.map((path, index) => (
        <path d={path} data-place={place(index, paths.length, swells)} key={path} />
      ))}
    </svg>
  )
}

/** `figures` is the line that runs through the figures, `crest` one that a swell ends on. */
function place(index: number, lines: number, swells: number | undefined): 'figures' | 'crest' | undefined {
  if (index === lines - 1) return 'figures'
  return swells !== undefined && isCrest(index, lines, swells) ? 'crest' : undefined
}
