/**
 * The kinds of picture source in `product_image`: `drawing:<sheet>.svgz#<id>` names a drawing that comes with the
 * program (drawing-sheets.server.ts); an http address or a
 * `file:` path is stored and then shown as its original; `picture:` and a SHA-256 (64 hexadecimal digits)
 * names an original.
 */

/** Longest source in bytes of UTF-8: the limit of a PostgreSQL index entry. */
export const longestSourceBytes = 2000

/** The source of a stored original. */
export function originalSource(sha256: string): string {
  return `picture:${sha256}`
}

/** The SHA-256 of the original that a source names, in hexadecimal; null for other sources. */
export function originalOf(source: string): string | null {
  return /^picture:([0-9a-f]{64})$/.exec(source)?.[1] ?? null
}

/** Whether the source is a photo rather than a drawing, whether or not it is stored yet. */
export function isPhoto(source: string): boolean {
  return !source.startsWith('drawing:')
}
