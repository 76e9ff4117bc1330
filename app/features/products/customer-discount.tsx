/**
 * The badge of a card for a shopper with a discount code or a customer discount: the higher of it and the
 * product's reduction (CARD-05), and its source. It is not an announced price reduction: that one keeps
 * its red badge and its 30-day price (Dir. 98/6/EC Art. 6a). Loaded only for shoppers who have either.
 */
import type { ReactNode } from 'react'
import { productTypes } from '../../../domain/catalogue/product-type.ts'
import type { ProductCard } from '../../../contract/catalogue.ts'
import { effectivePercent, grantedPercents } from '../../../domain/coupons/coupon-percentages.ts'
import { readCartCoupons } from '../../../domain/coupons/coupon.ts'
import { reductionBadge } from '../../../domain/pricing/tiers.ts'
import { useShopState } from '../../state/shop-state.ts'
import { useStore, useStrings } from '../../../ui/strings.tsx'
import styles from './customer-discount.module.css'
import { toProductId } from '../../../domain/products/product-id.ts'

interface CustomerDiscountProps {
  product: ProductCard
  /** The product's reduction in percent, if any. */
  reduction: number | null | undefined
  /** The badge element. */
  children: ReactNode
}

export default function CustomerDiscount({ product, reduction, children }: CustomerDiscountProps) {
  const t = useStrings()
  const store = useStore()
  const coupons = useShopState((state) => state.discount.items)
  const customer = useShopState((state) => state.auth.user?.discount)
  if (product.type === productTypes.GiftCard) return children
  const line = {
    productId: toProductId(product.id),
    groupId: product.group_id,
    categoryIds: product.categories.map(({ id }) => id),
    discountCategory: product.discount_category,
  }
  const best = effectivePercent(line, grantedPercents(readCartCoupons(coupons), []), customer ?? {})
  if (best === null || best.percent <= (reduction ?? 0)) return children
  return (
    <span className={styles.own}>
      {reductionBadge(best.percent, store)}{' '}
      <span>{best.code === null ? t('why.customer') : t('card.with_code', { code: best.code })}</span>
    </span>
  )
}
