/** The summary of the cart beside the form; collapsed above it on a phone. Prices in the shopper's VAT view. */
import { useState } from 'react'
import type { CartItem } from '../../../contract/cart.ts'
import { awaitsStock } from '../../../domain/catalogue/stock-status.ts'
import { formatMoney, toBasisPoints, toMinor, type Minor, zeroMinor } from '../../../domain/money/money.ts'
import type { PricedLine } from '../../../domain/pricing/priced-cart.ts'
import { reasonsExVat } from '../../../domain/pricing/net-amounts.ts'
import { useShownMoney } from '../../state/use-shown-money.ts'
import { showCart } from '../../state/cart-actions.ts'
import { changeQuantity, removeLine } from '../../state/cart-line-actions.ts'
import { useStore, useStrings } from '../../../ui/strings.tsx'
import { UnbrokenName } from '../../../ui/unbroken-name.tsx'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { StockLabel } from '../../../ui/stock-label.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { PriceReasons, StruckPrice } from '../../features/products/price-reasons.tsx'
import { CheckoutTotals } from './checkout-totals.tsx'
import type { CheckoutView } from '../../../contract/checkout.ts'
import { RejectedCoupons } from './rejected-coupons.tsx'
import { usePricedLines } from './use-priced-lines.ts'
import styles from './checkout.module.css'

/** Where the summary is placed beside the form. */
const beside = '(min-width: 960px)'

export function CheckoutSummary({ view, chosen }: { view: CheckoutView; chosen: boolean }) {
  const t = useStrings()
  const store = useStore()
  const [wide] = useState(() => matchMedia(beside).matches)
  const lines = usePricedLines(view)
  return (
    <aside className={styles.summary} aria-label={t('checkout.summary')}>
      <details open={wide || !view.payable}>
        <summary>
          <h2>{t('checkout.summary')}</h2>
          <strong className={styles.price}>{formatMoney(toMinor(view.amount_due), store)}</strong>
          <Icon name="chevron-down" className={styles.fold!} />
        </summary>
        <ul className={styles.lines}>
          {view.items.map((item) => (
            <SummaryLine
              key={item.uuid}
              item={item}
              line={lines.get(item.uuid)}
              most={view.above_limit.lines.find(({ uuid }) => uuid === item.uuid)?.most ?? null}
            />
          ))}
        </ul>
        <RejectedCoupons view={view} />
        <CheckoutTotals view={view} chosen={chosen} />
        <Button size="small" onClick={() => showCart(true)}>
          {t('checkout.change_cart')}
        </Button>
      </details>
    </aside>
  )
}

interface SummaryLineProps {
  item: CartItem
  line: PricedLine | undefined
  /** Largest quantity allowed for the line, if it has more. */
  most: number | null
}

function SummaryLine({ item, line, most }: SummaryLineProps) {
  const t = useStrings()
  const store = useStore()
  const { vat, money, shown } = useShownMoney()
  const ofLine = (gross: Minor) => shown(gross, toBasisPoints(item.vat))
  const notice = item.cart_notice ?? (item.adjusted_quantity ? t('product.adjusted_quantity') : null)
  return (
    <li>
      <span className={styles.thumb}>
        {item.thumb && <img src={item.thumb.url} width={56} height={56} alt="" />}
        {!item.fee && (
          <span className={styles.count} aria-hidden="true">
            {item.quantity}
          </span>
        )}
      </span>
      <span className={styles.what}>
        <span>
          <UnbrokenName name={item.name} />
        </span>
        <span className={styles.hint}>
          {item.quantity} × {money(ofLine(line?.unitMinor ?? toMinor(item.price)))}
          {line && (
            <StruckPrice
              beforeMinor={line.beforeUnitMinor === null ? null : ofLine(line.beforeUnitMinor)}
              reasons={line.reasons}
              money={money}
              className={styles.before}
            />
          )}
        </span>
        {awaitsStock(item.stock_status) && <StockLabel product={item} />}
        {line && line.kind !== 'fee' && (
          <PriceReasons reasons={vat ? line.reasons : reasonsExVat(line)} money={money} />
        )}
        {most !== null && (
          <Notice look="warning">
            {t('checkout.above_units', { most })}{' '}
            {most > 0 ? (
              <button
                type="button"
                className={styles.linkButton}
                aria-label={t('checkout.take_most_of', { most, name: item.name })}
                onClick={() => void changeQuantity(store, item.uuid, most)}
              >
                {t('checkout.take_most', { most })}
              </button>
            ) : (
              <RemoveButton item={item} />
            )}
          </Notice>
        )}
        {notice !== null && (
          <Notice look="warning">
            {notice} <RemoveButton item={item} />
          </Notice>
        )}
      </span>
      <span className={styles.price}>{money(ofLine(line?.lineTotalMinor ?? zeroMinor))}</span>
    </li>
  )
}

function RemoveButton({ item }: { item: CartItem }) {
  const t = useStrings()
  const store = useStore()
  return (
    <button
      type="button"
      className={styles.linkButton}
      aria-label={t('cart.remove_of', { name: item.name })}
      onClick={() => void removeLine(store, item.uuid)}
    >
      {t('cart.remove')}
    </button>
  )
}
