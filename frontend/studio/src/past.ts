// The past of the site, as the calls of the history answer it.

/** Pages of one kind: how many, and the first of them that everyone may see. */
export type CountedPages = { count: number; paths?: string[] }

/** Kinds of acts. */
export type Verb = 'publish' | 'stage' | 'rollback' | 'release' | 'prune' | 'purge' | 'undone' | 'unknown'

/** A line of the log, and what can be done with its build. */
export type HistoryLine = {
  time: string
  verb: Verb
  by: string
  why: string | null
  commit: string | null
  build: string | null
  /** The build that was live before. */
  before: string | null
  pages: ({ [kind in 'added' | 'changed' | 'removed' | 'chrome']: CountedPages } & { listing?: CountedPages }) | null
  /** Number of builds that were dropped. */
  dropped: number
  /** Paths that were purged. */
  paths: string[]
  /** Whether the line made the build live that is live now. */
  isLive: boolean
  isKept: boolean
  isComparable: boolean
  /** Whether a rollback can go to its build. */
  canReturn: boolean
  /** The change sets that it came from. */
  sets: { id: string; name: string }[]
}

/** Content that is held. */
export type HeldContent = {
  /** The rollbacks, the last one at the end. */
  withdrawn: { build: string; since: string; by: string; why?: string }[]
  /** Files that still have a withdrawn text. */
  files: string[]
  deleted: number
  frontend: boolean
  pages: HistoryLine['pages']
}

/** Lines, the newest first. `next`: the `skip` of older ones; `live`: the build that is live. */
export type History = {
  lines: HistoryLine[]
  next: number | null
  live: string | null
  hold: HeldContent | null
  timeZone: string | null
}

/** The pages in which two builds differ. */
export type Comparison = {
  counts: { added: number; changed: number; removed: number; around: number; files: number }
  added: string[]
  changed: { path: string; parts: string[] }[]
  removed: string[]
  frontend: boolean
}

/** A line of a page's text; one of a body has no field. */
export type TextLine = { field?: string; text: string }

/** A line of a difference. */
export type LineChange = TextLine & { change: 'removed' | 'added' | 'same' }

/** The text of a page in two builds. */
export type ComparedPage = { path: string; isInFirst: boolean; isInSecond: boolean; lines: LineChange[] }

/** An act that made a build live. */
export type Switch = { time: string; by: string; build: string | null }

/** The document of a page; `files`: the address before the paths of its files. */
export type PastDocument = { path: string; html: string; files: string }

/** A page as it was. `page` is null where the build has none. */
export type PastPage =
  | {
      isKept: true
      build: string
      live: Switch | null
      until: Switch | null
      page: PastDocument | null
      lines: TextLine[] | null
      /** Whether the page's own text of then is kept, and differs from the content. */
      canRestore: boolean
    }
  | { isKept: false; build: string | null; live: Switch | null; firstKept: Switch | null }
