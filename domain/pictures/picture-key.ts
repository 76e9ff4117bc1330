/**
 * Derives a picture's key from its source. The key contains a hash of the source and of the drawing version, so a
 * picture may be cached indefinitely: a changed drawing gets a new address. The server maps keys back to sources, see
 * picture-store.server.ts.
 */

/** Increment where a drawing changes visibly and keeps its source, so that no cache shows the old one. */
const drawingVersion = 3

/** Source of the placeholder shown where a product has no picture (CARD-01). */
export const placeholderSource = 'drawing:placeholder'

/** Sources of the drawn tiles of the main categories; `icon` as in CategoryRecord. */
export function categorySource(icon: string): string {
  return `drawing:category?icon=${encodeURIComponent(icon)}`
}

/** Two 32-bit multiplicative hashes computed in parallel and folded into 53 bits (the "cyrb53" scheme). */
function hash53(text: string): number {
  let high = 0xdeadbeef
  let low = 0x41c6ce57
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index)
    high = Math.imul(high ^ unit, 2654435761)
    low = Math.imul(low ^ unit, 1597334677)
  }
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909)
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909)
  return 4294967296 * (2097151 & low) + (high >>> 0)
}

/** The stable key of a source: at most 16 characters of `a–z` and `0–9`. */
export function pictureKey(source: string): string {
  return `${hash53(source).toString(36).padStart(11, '0')}v${drawingVersion}`
}
