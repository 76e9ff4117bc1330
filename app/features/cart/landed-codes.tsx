/**
 * What became of the address that the shopper followed: what a discount code does, or why it is not accepted, and the
 * article numbers that the store does not sell. The cart shows the same once it is opened.
 */
import { useShopState } from '../../state/shop-state.ts'
import { useStore, useStrings } from '../../../ui/strings.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { couponLabel } from '../../../domain/coupons/coupon.ts'
import { isSameCode } from '../../../domain/coupons/discount-code.ts'
import { rejectedText } from './cart-codes.tsx'
import { UnknownSkus } from './unknown-skus.tsx'
import styles from './landed-codes.module.css'

export function LandedCodes() {
  const t = useStrings()
  const codes = useShopState((state) => state.landedCodes)
  const isCartOpen = useShopState((state) => state.cart.open)
  const hasUnknownSkus = useShopState((state) => state.unknownSkus.length > 0)
  if ((codes.length === 0 && !hasUnknownSkus) || isCartOpen) return null
  return (
    <aside className={styles.codes} aria-label={t(codes.length > 0 ? 'cart.code_label' : 'cart.title')}>
      <UnknownSkus />
      {codes.map((code) => (
        <LandedCode key={code} code={code} />
      ))}
      <button
        type="button"
        className={styles.close}
        aria-label={t('chrome.close')}
        onClick={() => useShopState.setState({ landedCodes: [], unknownSkus: [] })}
      >
        <Icon name="close" size={20} />
      </button>
    </aside>
  )
}

function LandedCode({ code }: { code: string }) {
  const t = useStrings()
  const { items, rejected } = useShopState((state) => state.discount)
  const failed = useShopState((state) => state.syncStatus === 'failed')
  const hasLines = useShopState((state) => state.cart.items.length > 0)
  const store = useStore()
  const refusal = rejected.find((entry) => isSameCode(entry.code, code))
  if (refusal || failed)
    return (
      <Notice look="warning" role="status">
        {rejectedText(refusal ?? { code, reason: 'not_judged' }, t, store)}
      </Notice>
    )
  const coupon = items.find((item) => isSameCode(item.code, code))
  const label = coupon?.discount_label
  if (coupon?.missing && hasLines)
    return (
      <Notice look="info" role="status">
        {rejectedText(
          { code, reason: 'not_applicable', label: couponLabel(coupon), missing: coupon.missing },
          t,
          store,
        )}
      </Notice>
    )
  return (
    <Notice look="done" role="status">
      {t('cart.code_landed', { code: label && label !== code ? `${code} (${label})` : code })}
    </Notice>
  )
}
