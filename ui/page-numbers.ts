/** Which pages of many are named. Pure; used where a listing is loaded, so that no script carries it. */

/** Pages to name: the ends and the neighbours of the present one; null marks a gap. */
export function pageNumbers(page: number, pageCount: number): (number | null)[] {
  const wanted = [...new Set([1, page - 1, page, page + 1, pageCount])]
    .filter((number) => number >= 1 && number <= pageCount)
    .sort((a, b) => a - b)
  return wanted.flatMap((number, index) => {
    const before = wanted[index - 1] ?? 0
    if (number - before === 2) return [number - 1, number]
    return number - before > 2 ? [null, number] : [number]
  })
}
