// The site's icons by their meaning: Phosphor's light weight, the size of the words beside them.
// They have no text for assistive technology: the words beside them or the button's name have it.

import { ArrowClockwiseIcon } from '@phosphor-icons/react/dist/ssr/ArrowClockwise'
import { ArrowLeftIcon } from '@phosphor-icons/react/dist/ssr/ArrowLeft'
import { ArrowRightIcon } from '@phosphor-icons/react/dist/ssr/ArrowRight'
import { ArrowUpRightIcon } from '@phosphor-icons/react/dist/ssr/ArrowUpRight'
import { CaretDownIcon } from '@phosphor-icons/react/dist/ssr/CaretDown'
import { CheckIcon } from '@phosphor-icons/react/dist/ssr/Check'
import { DownloadSimpleIcon } from '@phosphor-icons/react/dist/ssr/DownloadSimple'
import { FileIcon } from '@phosphor-icons/react/dist/ssr/File'
import { MagnifyingGlassIcon } from '@phosphor-icons/react/dist/ssr/MagnifyingGlass'
import { PlayIcon } from '@phosphor-icons/react/dist/ssr/Play'
import { SpeakerHighIcon } from '@phosphor-icons/react/dist/ssr/SpeakerHigh'
import { UploadSimpleIcon } from '@phosphor-icons/react/dist/ssr/UploadSimple'
import { WarningIcon } from '@phosphor-icons/react/dist/ssr/Warning'
import { XIcon } from '@phosphor-icons/react/dist/ssr/X'

export const icons = {
  back: ArrowLeftIcon,
  check: CheckIcon,
  close: XIcon,
  download: DownloadSimpleIcon,
  external: ArrowUpRightIcon,
  file: FileIcon,
  listen: SpeakerHighIcon,
  on: ArrowRightIcon,
  open: CaretDownIcon,
  play: PlayIcon,
  renew: ArrowClockwiseIcon,
  search: MagnifyingGlassIcon,
  upload: UploadSimpleIcon,
  warning: WarningIcon,
}

export type IconName = keyof typeof icons

export type IconProps = {
  name: IconName
  /** Side of the square, in pixels. */
  size?: number
  className?: string | undefined
}

export function Icon({ name, size = 18, className }: IconProps) {
  const Shape = icons[name]
  return <Shape className={className} weight="light" size={size} aria-hidden="true" focusable="false" />
}
