/** What the button of a product says: that it is bought, or ordered before its release. */
import type { ProductCard } from '../../../contract/catalogue.ts'
import type { Translate } from '../../../ui/strings.tsx'

interface BuyWords {
  /** On the product's own page. */
  text: string
  /** Where there is less room. */
  short: string
  /** With the product's name, for screen readers. */
  named: string
}

export function buyWords(
  { name, stock_status: status }: Pick<ProductCard, 'name' | 'stock_status'>,
  t: Translate,
): BuyWords {
  const key = status === 'presale' ? 'card.preorder' : 'card.buy'
  return { text: t(key), short: t(`${key}_short`), named: t(`${key}_of`, { name }) }
}
