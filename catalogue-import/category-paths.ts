/** The categories of a row: the main one, and further ones. Pure. */
import type { FeedValues } from './feed-row.ts'
import { joinTexts } from './listed-texts.ts'

/** Names from the root down. */
export type CategoryPath = readonly string[]

/** As the column `product_type` writes it. */
const pathText = (path: CategoryPath): string => path.join(' > ')

/** The most specific of several; the first of those that are equally deep. */
export function deepestOf(paths: readonly CategoryPath[]): CategoryPath {
  const [best = []] = paths.toSorted((a, b) => b.length - a.length)
  return best
}

/**
 * The columns of the categories. A category above another one of the product is none of its own: a category lists what those
 * below it have.
 */
export function categoryValues(main: CategoryPath, all: readonly CategoryPath[]): FeedValues {
  const texts = [main, ...all].map(pathText)
  const further = [...new Set(texts)].filter(
    (text, at) => at > 0 && text !== '' && !texts.some((other) => other.startsWith(`${text} > `)),
  )
  return {
    product_type: pathText(main),
    ...(further.length > 0 && { further_categories: joinTexts(further) }),
  }
}
