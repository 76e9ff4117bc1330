/**
 * Index of the first word that is not below `word`, in a list sorted by character: words with the same prefix
 * are adjacent.
 */
export function lowerBound(sorted: readonly string[], word: string): number {
  let low = 0
  let high = sorted.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (sorted[middle]! < word) low = middle + 1
    else high = middle
  }
  return low
}
