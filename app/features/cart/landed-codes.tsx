/**
 * What became of the discount codes in the address that the shopper followed: what a code does, or why it is not
 * accepted. The cart shows the same once it is opened.
 */
import { useShopState } from '../../state/shop-state.ts'
import { useStrings } from '../../../ui/strings.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { isSameCode } from '../../../domain/coupons/discount-code.ts'
import { rejectedText } from './cart-codes.tsx'
import styles from './landed-codes.module.css'

export function LandedCodes() {
  const t = useStrings()
  const codes = useShopState((state) => state.landedCodes)
  const isCartOpen = useShopState((state) => state.cart.open)
  if (codes.length === 0 || isCartOpen) return null
  return (
    <aside className={styles.codes} aria-label={t('cart.code_label')}>
      {codes.map((code) => (
        <LandedCode key={code} code={code} />
      ))}
      <button
        type="button"
        className={styles.close}
        aria-label={t('chrome.close')}
        onClick={() => useShopState.setState({ landedCodes: [] })}
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
  const refusal = rejected.find((entry) => isSameCode(entry.code, code))
  if (refusal || failed)
    return (
      <Notice look="warning" role="status">
        {rejectedText(refusal ?? { code, reason: 'not_judged' }, t)}
      </Notice>
    )
  const label = items.find((item) => isSameCode(item.code, code))?.discount_label
  return (
    <Notice look="done" role="status">
      {t('cart.code_landed', { code: label && label !== code ? `${code} (${label})` : code })}
    </Notice>
  )
}
