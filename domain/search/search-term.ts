/** What counts as a search (SEARCH-01, SEARCH-02, VALID-01) and when it runs while somebody types (CONST-06). */

/** From the last keystroke to the search. */
export const searchDebounceMs = 250

export const shortestTerm = 2

/** Characters of a term that are read; what people paste besides says nothing more. */
export const longestTerm = 200

/** The text without spaces around it; null: too short to be searched for. */
export function readTerm(text: string): string | null {
  const term = text.trim()
  return term.length < shortestTerm ? null : term
}
