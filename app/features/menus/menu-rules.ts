/** How the mega menu orders a branch (MENU-03). */

/** Children sorted by name, in the language's collation. */
export function sortedByName<T extends { name: string }>(nodes: readonly T[], iso: string): T[] {
  const collator = new Intl.Collator(iso)
  return [...nodes].sort((a, b) => collator.compare(a.name, b.name))
}
