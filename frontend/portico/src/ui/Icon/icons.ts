// The paths of the icons by their meaning. A site gets those that it names.

export * as icons from './paths.gen.ts'
