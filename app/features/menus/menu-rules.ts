/** How the mega menu is laid out (MENU-02..04). The style sheet states the same steps. */

/** Columns of the open category at a window width in pixels. */
export function menuColumns(width: number): number {
  if (width > 992) return 4
  return width > 480 ? 2 : 1
}

/** Slides of the strip seen at once. */
export function menuSlides(width: number): number {
  return width >= 768 ? 6 : 4
}

/** Children by name, in the language's own order. */
export function sortedByName<T extends { name: string }>(nodes: readonly T[], iso: string): T[] {
  const collator = new Intl.Collator(iso)
  return [...nodes].sort((a, b) => collator.compare(a.name, b.name))
}
