/** The definition of a search (SEARCH-01, SEARCH-02, VALID-01), and its debounce while typing (CONST-06). */

/** Delay from the last keystroke to the search. */
export const searchDebounceMs = 250

export const shortestTerm = 2

/** Longest term, in characters; pasted text beyond it is ignored. */
export const longestTerm = 200

/** The trimmed text; null: too short for a search. */
export function readTerm(text: string): string | null {
  const term = text.trim()
  return term.length < shortestTerm ? null : term
}
