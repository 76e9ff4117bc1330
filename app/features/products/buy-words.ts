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
  if (status !== 'presale')
    return { text: t('card.buy'), short: t('card.buy_short'), named: t('card.buy_of', { name }) }
  return { text: t('card.preorder'), short: t('card.preorder'), named: t('card.preorder_of', { name }) }
}
