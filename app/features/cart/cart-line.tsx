/** One line of the mini cart: product, quantity, price and price reasons. */
import { longDayText } from '../products/long-day-text.ts'
import { intervalText } from '../products/interval-text.ts'
import type { CartItem } from '../../../contract/cart.ts'
import { isFixedPriceItem, isPlainItem } from '../../state/cart-item.ts'
import { awaitsStock } from '../../../domain/catalogue/stock-status.ts'
import { pictureUrl, placeholderKey } from '../../../domain/pictures/picture-address.ts'
import type { PricedLine } from '../../../domain/pricing/priced-cart.ts'
import { reasonsExVat } from '../../../domain/pricing/net-amounts.ts'
import { links } from '../../links.ts'
import { removeLine } from '../../state/cart-line-actions.ts'
import { useStore, useStrings } from '../../../ui/strings.tsx'
import { useShownMoney } from '../../state/use-shown-money.ts'
import { Icon } from '../../../ui/icon.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { PriceReasons, StruckPrice } from '../products/price-reasons.tsx'
import { StockLabel } from '../../../ui/stock-label.tsx'
import { QuantityStepper } from '../../../ui/quantity-stepper.tsx'
import { UnbrokenName } from '../../../ui/unbroken-name.tsx'
import { CartLineActions, type TakenOut } from './cart-line-action.tsx'
import { useSettling } from './use-settling.ts'
import styles from './cart-panel.module.css'

interface CartLineProps {
  item: CartItem
  /** Absent while the line carries another store's price. */
  line: PricedLine | undefined
  /** `done`: by a module; null: it is removed. */
  onRemove: (done: TakenOut | null) => void
}

/** CART-17: a typed quantity takes effect this long after the last input, milliseconds. */
export const quantityDebounceMs = 250

const placeholder = pictureUrl(placeholderKey, 320, 'webp')

export function CartLine({ item, line, onRemove }: CartLineProps) {
  const t = useStrings()
  const store = useStore()
  const settling = useSettling(store, item)
  const locked = isFixedPriceItem(item)
  const takeOut = (done: TakenOut | null) => {
    onRemove(done)
    void removeLine(store, item.uuid)
  }
  const adjusted = item.adjusted_quantity !== null && item.adjusted_quantity !== false
  return (
    <li className={styles.line} data-line={item.sku}>
      {item.fee ? (
        <span className={styles.feeMark}>
          <Icon name="return" size={28} />
        </span>
      ) : (
        <img className={styles.thumb} src={item.thumb?.url ?? placeholder} width={72} height={72} alt="" />
      )}
      <div className={styles.what}>
        {item.fee ? (
          <span className={styles.name}>{item.name}</span>
        ) : (
          <a className={styles.name} href={links.product(store.code, item.slug)}>
            <UnbrokenName name={item.name} />
          </a>
        )}
        {item.subscription_interval && (
          <span className={styles.note}>
            {t('cart.subscription', { interval: intervalText(item.subscription_interval, t) })}
          </span>
        )}
        {item.gift_recipient && (
          <span className={styles.note}>
            {t('cart.gift', {
              name: item.gift_recipient.name,
              day: longDayText(item.gift_recipient.deliver_on, store.iso),
            })}
          </span>
        )}
        {line && <UnitPrice line={line} />}
        {awaitsStock(item.stock_status) && <StockLabel product={item} />}
      </div>
      {line && <LineTotal line={line} />}
      {!item.fee && (
        <div className={styles.controls}>
          <QuantityStepper
            quantity={item.quantity}
            label={t('cart.quantity_of', { name: item.name })}
            disabled={locked}
            settleMs={quantityDebounceMs}
            {...settling}
          />
          {isPlainItem(item) && <CartLineActions item={item} className={styles.remove} takeOut={takeOut} />}
          <button
            type="button"
            className={styles.remove}
            aria-label={t('cart.remove_of', { name: item.name })}
            onClick={() => takeOut(null)}
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
      {adjusted && (
        <div className={styles.lineNotice}>
          <Notice look="danger" role="alert">
            {t('product.adjusted_quantity')}
          </Notice>
        </div>
      )}
    </li>
  )
}

/** Unit price, previous price, and the reasons. */
function UnitPrice({ line }: { line: PricedLine }) {
  const t = useStrings()
  const { vat, money, shown } = useShownMoney()
  const before = line.beforeUnitMinor
  return (
    <>
      <span className={styles.note}>
        {t('cart.each', { price: money(shown(line.unitMinor, line.vatRateBasisPoints)) })}
        <StruckPrice
          beforeMinor={before === null ? null : shown(before, line.vatRateBasisPoints)}
          reasons={line.reasons}
          money={money}
          className={styles.before}
        />
      </span>
      {line.kind !== 'fee' && (
        <PriceReasons reasons={vat ? line.reasons : reasonsExVat(line)} money={money} />
      )}
    </>
  )
}

function LineTotal({ line }: { line: PricedLine }) {
  const { money, shown } = useShownMoney()
  return (
    <strong className={styles.lineTotal}>{money(shown(line.lineTotalMinor, line.vatRateBasisPoints))}</strong>
  )
}
