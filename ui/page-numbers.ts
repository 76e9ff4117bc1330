/** The page numbers a pagination links. Pure; used in loaders, so that it is in no browser script. */

/** Page numbers to link: first, last and the neighbours of the current one; null marks a gap. */
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
