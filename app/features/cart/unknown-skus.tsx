/** The article numbers of a link that fills the cart (QUERY-06) that the store does not sell. */
import { useShopState } from '../../state/shop-state.ts'
import { useStrings } from '../../../ui/strings.tsx'
import { Notice } from '../../../ui/notice.tsx'

/** The address may come from anyone: its words must not pass for the shop's. */
const mostNamed = 10
const longestNamed = 40

export function UnknownSkus() {
  const t = useStrings()
  const skus = useShopState((state) => state.unknownSkus)
  if (skus.length === 0) return null
  const named = skus
    .slice(0, mostNamed)
    .map((sku) => (sku.length > longestNamed ? `${sku.slice(0, longestNamed)}…` : sku))
  const list = skus.length > mostNamed ? [...named, '…'] : named
  return (
    <Notice look="warning" role="status">
      {t('cart.unknown_skus', { count: skus.length, skus: list.join(', ') })}
    </Notice>
  )
}
