/** From how many a price tier counts. */
import type { ProductCard } from '../../../contract/catalogue.ts'
import type { Translate } from '../../../ui/strings.tsx'

/** "från 5 st"; "från 5 förp." of a pack, whose price per piece is shown too. */
export const tierText = (
  t: Translate,
  quantity: number,
  { unit_price: measure }: Pick<ProductCard, 'unit_price'>,
): string => t(measure?.unit === 'piece' ? 'price.tier_from_packs' : 'price.tier_from', { quantity })
