// An outline as an icon, the size of the words beside it. It has no text for assistive technology:
// the words beside it or the button's name have it. Parts of the package name the outlines that
// they use, so that a site without a part has none of its icons.

export type OutlineProps = {
  /** One of `paths.gen.ts`. */
  path: string
  /** Side of the square, in pixels. */
  size?: number
  className?: string | undefined
}

export function Outline({ path, size = 18, className }: OutlineProps) {
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
