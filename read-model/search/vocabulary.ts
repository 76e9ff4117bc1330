/** The words that the store's products have, all as stems. */
export interface Vocabulary {
  has(stem: string): boolean
  /** Whether some product has the designation, a word with digits. */
  hasDesignation(word: string): boolean
  /** Whether a maker of the store's products has the folded word in its name. */
  isBrand(folded: string): boolean
  /** Whether a word begins so. */
  hasBeginning(beginning: string): boolean
  /** Compounds that end with the stem, the most common first. */
  endingWith(stem: string, limit: number): string[]
  /** The words nearest to any of the forms within so many errors, best first. */
  nearest(forms: readonly string[], errors: number, limit: number): string[]
  /** A stem as people write it. */
  shown(stem: string): string
}
