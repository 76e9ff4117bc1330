/**
 * The option that a key selects in a combobox whose focus stays in its field, after
 * https://www.w3.org/WAI/ARIA/apg/patterns/combobox/: the arrows move over the options and the field itself (-1), Home and
 * End within the options once one is selected. Undefined: the key does something else. Pure.
 */
export function stepOption(key: string, active: number, count: number): number | undefined {
  const isChosen = active >= 0
  if (key === 'ArrowDown') return active + 1 >= count ? -1 : active + 1
  if (key === 'ArrowUp') return isChosen ? active - 1 : count - 1
  if (!isChosen) return undefined
  return { Home: 0, End: count - 1 }[key]
}
