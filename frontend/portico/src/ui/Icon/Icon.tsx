// The site's icons by their meaning: Phosphor's light weight, the size of the words beside them.
// They have no text for assistive technology: the words beside them or the button's name have it.

import { paths } from './paths.gen.ts'

export type IconName = keyof typeof paths

/** All names, for a list of them. */
export const iconNames = Object.keys(paths) as IconName[]

export type IconProps = {
  name: IconName
  /** Side of the square, in pixels. */
  size?: number
  className?: string | undefined
}

export function Icon({ name, size = 18, className }: IconProps) {
  return (
    <svg
      xmlns="http://www.w3.org/2000/svg"
      width={size}
      height={size}
      fill="currentColor"
      viewBox="0 0 256 256"
      className={className}
      aria-hidden="true"
      focusable="false"
    >
      <path d={paths[name]} />
    </svg>
  )
}
