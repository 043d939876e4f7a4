// The site's one motif: tide lines drawn from real figures, as a hero, a company's signature, a divider or an empty shore.

import styles from './Contour.module.css'
import { contourPaths } from './contour.ts'

export type ContourProps = {
  /** The figures, oldest first. */
  series: readonly number[]
  lines?: number
  /** Width to height; the drawing stretches to the box that the style sheet gives it. */
  ratio?: number
  /** What the drawing shows, for those who cannot see it; without it the drawing is decoration. */
  label?: string
  /** `quiet` draws every line alike: a ground to write on. */
  tone?: 'figure' | 'quiet'
  className?: string
}

export function Contour({ series, lines = 24, ratio = 4, label, tone = 'figure', className }: ContourProps) {
  const height = 240
  const width = height * ratio
  const paths = contourPaths(series, { width, height, lines })
  return (
    <svg
      role={label === undefined ? undefined : 'img'}
      aria-hidden={label === undefined ? true : undefined}
      aria-label={label}
      className={className === undefined ? styles.contour : `${styles.contour} ${className}`}
      data-tone={tone}
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="none"
    >
      {paths.map((path, index) => (
        <path d={path} data-place={index === paths.length - 1 ? 'figures' : undefined} key={path} />
      ))}
    </svg>
  )
}
