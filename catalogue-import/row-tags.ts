/** The tags of a row. Pure. */

/** Of a product. */
const mostTags = 100

/** Characters of a tag's name. */
const longestTag = 120

/** How tags are compared. */
export const tagKey = (name: string): string => name.toLowerCase()

/**
 * `sale, "AA"` → `sale` and `AA`: tags are separated by commas; a comma within one is written `\,`. A tag that is longer than
 * the shop's may be is left out.
 */
export function tagsOf(cell: string): string[] {
  const tags = new Map<string, string>()
  for (const part of cell.split(/(?<!\\),/)) {
    const name = part
      .replaceAll(String.raw`\,`, ',')
      .replaceAll(/[\p{Cc}\p{Cs}\u2028\u2029\uFFFD\s]+/gu, ' ')
      .trim()
      .replace(/^"(.*)"$/, '$1')
      .trim()
    if (name === '' || [...name].length > longestTag || tags.has(tagKey(name))) continue
    tags.set(tagKey(name), name)
    if (tags.size === mostTags) break
  }
  return [...tags.values()]
}
