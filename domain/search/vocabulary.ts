/** The words that the store's products have, all as stems. */
export interface Vocabulary {
  has(stem: string): boolean
  /** Whether a word begins so. */
  hasBeginning(beginning: string): boolean
  /** Compounds that end with the stem, the most common first. */
  endingWith(stem: string, limit: number): string[]
  /** The nearest words within so many errors, best first. */
  nearest(stem: string, errors: number, limit: number): string[]
  /** A stem as people write it. */
  shown(stem: string): string
}
