// An icon: one of Phosphor's light weight, the size of the words beside it. It has no text for
// assistive technology: the words beside it or the button's name have it. Who uses it passes the
// path, so that a page has no path of another icon.

export type IconProps = {
  /** One of `icons`. */
  path: string
  /** Side of the square, in pixels. */
  size?: number
  className?: string | undefined
}

export function Icon({ path, size = 18, className }: IconProps) {
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
      <path d={path} />
    </svg>
  )
}
