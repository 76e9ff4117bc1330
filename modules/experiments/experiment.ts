/**
 * The variant of an experiment that a visitor sees (EVENT-11), decided by a hash of the visitor's tracking
 * id: the same visitor sees the same variant on every page, and nothing is stored. Pure.
 */

export interface Experiment {
  key: string
  /** In the order of their keys; weights are integers above 0. */
  variants: { key: string; weight: number }[]
}

/** The variant of a visitor; null for an experiment that has none. */
export function assignVariant({ key, variants }: Experiment, trackingId: string): string | null {
  const total = variants.reduce((sum, { weight }) => sum + weight, 0)
  // The key is part of the hash, so that the groups of two experiments are independent.
  let place = hashOf(`${key}:${trackingId}`) % total
  for (const variant of variants) {
    if (place < variant.weight) return variant.key
    place -= variant.weight
  }
  return null
}

/** FNV-1a over the UTF-16 units, 32 bits, with a final mix: the last characters of an id affect every bit. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (hash ^ (hash >>> 16)) >>> 0
}
