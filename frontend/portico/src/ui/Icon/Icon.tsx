// The site's icons by their meaning: Phosphor's light weight. A page that uses it has the outlines
// of all.

import { Outline, type OutlineProps } from './Outline.tsx'
import * as paths from './paths.gen.ts'

export type IconName = keyof typeof paths

/** All names, for a list of them. */
export const iconNames = Object.keys(paths) as IconName[]

export type IconProps = Omit<OutlineProps, 'path'> & { name: IconName }

export function Icon({ name, ...props }: IconProps) {
  // biome-ignore lint/performance/noDynamicNamespaceImportAccess: a site may name any of them
  return <Outline path={paths[name]} {...props} />
}
