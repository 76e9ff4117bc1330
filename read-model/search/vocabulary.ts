/** The words of the store's products, all as stems. */
export interface Vocabulary {
  has(stem: string): boolean
  /** Whether some product has the designation, a word with digits. */
  hasDesignation(word: string): boolean
  /** The cells that some product names, of those whose designation has the number: `cr2032` for `2032`; usual ones first. */
  cellsNumbered(number: string): string[]
  /** Whether a brand of the store's products has the folded word in its name. */
  isBrand(folded: string): boolean
  /** Whether a word has this prefix. */
  hasBeginning(beginning: string): boolean
  /** Compounds that end with the stem, the most common first. */
  endingWith(stem: string, limit: number): string[]
  /** The words nearest to any of the forms within this many errors, best first. */
  nearest(forms: readonly string[], errors: number, limit: number): string[]
  /** A stem as people write it. */
  shown(stem: string): string
}
