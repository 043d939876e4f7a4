// A picture of an entry (a field with `x-image`), in the width that the place needs.

import type { Picture as Source } from '@portico/app/page'

export type PictureProps = {
  picture: Source
  /** Empty beside a text that names the picture. */
  alt: string
  /** Width on the page, as in `sizes` of an image. */
  sizes: string
  className?: string | undefined
  /** For the picture at the top of a page. */
  eager?: boolean
}

export function Picture({ picture, alt, sizes, className, eager = false }: PictureProps) {
  const { src, width, height, sources } = picture
  return (
    <picture>
      {sources.map(({ type, srcset }) => (
        <source type={type} srcSet={srcset} sizes={sizes} key={type} />
      ))}
      <img className={className} src={src} width={width} height={height} alt={alt} loading={eager ? 'eager' : 'lazy'} decoding="async" />
    </picture>
  )
}
