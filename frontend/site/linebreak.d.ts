declare module 'linebreak' {
  /** Where a text may, or must, be broken into lines (UAX 14). */
  export default class LineBreaker {
    constructor(text: string)
    /**
     * The next place, as an offset in UTF-16 units; null after the last one, which is the text's
     * end.
     */
    nextBreak(): { position: number; required: boolean } | null
  }
}
