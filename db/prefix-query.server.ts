/** Free text of the back office as a full-text query: every word is the beginning of a word that is stored. */

/**
 * A text as a query of PostgreSQL's `simple` configuration: `anna be` finds "Anna Berg". Null where it has no letters
 * or digits, which finds nothing.
 */
export function prefixQuery(text: string): string | null {
  const words = text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
    .slice(0, 8)
  return words.length === 0 ? null : words.map((word) => `'${word}':*`).join(' & ')
}
