/**
 * What delivery of a product costs at least, with a link to all prices; its days for a postal code; and the store's minimum order, where one of the
 * product is less.
 */
import type { ProductDetails } from '../../../contract/catalogue.ts'
import { formatMoney } from '../../../domain/money/money.ts'
import { readPrices } from '../../../domain/pricing/decimal-prices.ts'
import { shownPrice } from '../../../domain/pricing/tiers.ts'
import { servicePages } from '../../../domain/stores/paths.ts'
import { useStore, useStrings } from '../../../ui/strings.tsx'
import { canQuickAdd } from '../../state/use-add-to-cart.ts'
import { useGrossNote } from '../../state/use-gross-note.ts'
import { links } from '../../links.ts'
import type { ProductDelivery } from './load-product.server.ts'
import { PostalDelivery } from './postal-delivery.tsx'
import styles from './purchase-parts.module.css'

interface DeliveryPriceProps {
  product: ProductDetails
  delivery: ProductDelivery | null
}

export default function DeliveryPrice({ product, delivery }: DeliveryPriceProps) {
  const t = useStrings()
  const store = useStore()
  const gross = useGrossNote()
  if (delivery === null) return null
  const { fromMinor, freeFromMinor } = delivery
  const price = formatMoney(fromMinor, store)
  const unit = shownPrice(readPrices(product.prices))
  return (
    <div className={styles.shipping}>
      <a href={links.page(store.code, servicePages.shipping)}>
        {gross(
          freeFromMinor === null
            ? t('product.shipping_from', { price })
            : t('product.shipping_free_from', { price, free: formatMoney(freeFromMinor, store) }),
        )}
      </a>
      {unit !== null && unit.unitMinor < store.minimumOrderMinor && (
        <span>
          {gross(t('product.minimum_order', { amount: formatMoney(store.minimumOrderMinor, store) }))}
        </span>
      )}
      {product.orderable && canQuickAdd(product) && <PostalDelivery sku={product.sku} />}
    </div>
  )
}
