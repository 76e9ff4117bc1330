/** One line of the mini cart: what it is, how many, what it costs and why. */
import { hasFixedPrice, type CartItem } from '../../domain/cart/cart-item.ts'
import { formatMoney } from '../../domain/money/money.ts'
import { exVatUnitMinor } from '../../domain/pricing/vat-view.ts'
import type { PricedLine, PriceReason } from '../../domain/pricing/priced-cart.ts'
import { links } from '../links.ts'
import { changeQuantity, removeLine } from '../state/cart-actions.ts'
import { useStore, useStrings, type Translate } from '../state/strings.tsx'
import { useVatIncluded } from '../state/use-vat.ts'
import { Icon } from '../ui/icon.tsx'
import { Notice } from '../ui/notice.tsx'
import { QuantityStepper } from '../ui/quantity-stepper.tsx'
import styles from './cart-panel.module.css'

interface CartLineProps {
  item: CartItem
  line: PricedLine | undefined
  onRemove: () => void
}

/** CART-17: a typed quantity takes effect this long after the last input, milliseconds. */
export const quantityDebounceMs = 250

export function CartLine({ item, line, onRemove }: CartLineProps) {
  const t = useStrings()
  const store = useStore()
  const vat = useVatIncluded()
  if (line === undefined) return null
  const money = (minor: number) => formatMoney(minor, store, { vat })
  const before = line.beforeUnitMinor
  const unit = vat ? line.unitMinor : line.unitExVatMinor
  return (
    <li className={styles.line} data-line={item.sku}>
      <img
        className={styles.thumb}
        src={item.thumb?.url ?? '/favicon.svg'}
        width={72}
        height={72}
        alt=""
        loading="lazy"
      />
      <div className={styles.what}>
        {item.fee ? (
          <span className={styles.name}>{item.name}</span>
        ) : (
          <a className={styles.name} href={links.product(store.code, item.slug)}>
            {item.name}
          </a>
        )}
        {item.subscription_interval && (
          <span className={styles.note}>
            {t('cart.subscription', { interval: item.subscription_interval })}
          </span>
        )}
        <span className={styles.note}>
          {t('cart.each', { price: money(unit) })}
          {before !== null && before > line.unitMinor && (
            <s> {money(vat ? before : exVatUnitMinor(before, 0, line.vatRateBasisPoints))}</s>
          )}
        </span>
        <WhyThisPrice reasons={line.reasons} money={money} />
      </div>
      <strong className={styles.lineTotal}>
        {money(vat ? line.lineTotalMinor : line.lineTotalExVatMinor)}
      </strong>
      {!item.fee && (
        <div className={styles.controls}>
          <QuantityStepper
            quantity={item.quantity}
            label={t('cart.quantity_of', { name: item.name })}
            disabled={hasFixedPrice(item)}
            settleMs={quantityDebounceMs}
            onChange={(quantity) => void changeQuantity(store, item.uuid, quantity)}
          />
          <button
            type="button"
            className={styles.remove}
            aria-label={t('cart.remove_of', { name: item.name })}
            onClick={() => {
              onRemove()
              void removeLine(store, item.uuid)
            }}
          >
            <Icon name="trash" size={18} /> {t('cart.remove')}
          </button>
        </div>
      )}
      {item.cart_notice && (
        <div className={styles.lineNotice}>
          <Notice look="warning">{item.cart_notice}</Notice>
        </div>
      )}
      {item.adjusted_quantity !== null && item.adjusted_quantity !== false && (
        <div className={styles.lineNotice}>
          <Notice look="danger" role="alert">
            {t('product.adjusted_quantity')}
          </Notice>
        </div>
      )}
    </li>
  )
}

function WhyThisPrice({ reasons, money }: { reasons: PriceReason[]; money: (minor: number) => string }) {
  const t = useStrings()
  if (reasons.length === 0) return null
  return (
    <details className={styles.why}>
      <summary>{t('cart.why')}</summary>
      <ul>
        {reasons.map((reason, at) => (
          <li key={at}>
            {reasonText(reason, t)}
            {reason.percent ? ` ${reason.percent} %` : ''}
            {reason.amountMinor > 0 ? `: −${money(reason.amountMinor)}` : ''}
          </li>
        ))}
      </ul>
    </details>
  )
}

function reasonText(reason: PriceReason, t: Translate): string {
  const code = reason.code ?? ''
  switch (reason.kind) {
    case 'tier':
      return t('why.tier')
    case 'campaign':
      return t('why.campaign')
    case 'crossSell':
      return t('why.cross_sell')
    case 'coupon':
    case 'fixed':
      return t('why.coupon', { code })
    case 'customer':
      return t('why.customer')
    case 'buyXGetY':
    case 'increment':
    case 'addedByCoupon':
      return t('why.offer', { code })
    case 'giftCard':
      return t('why.gift_card')
    case 'deposit':
      return t('why.deposit')
  }
}
