/** An order as a receipt: number, next steps, address, amounts and price reasons. Laid out for printing. */
import { formatMoney, subtractMinor, sumMinor, type Minor } from '../../../domain/money/money.ts'
import { paymentName, paymentStanding } from '../../../domain/payments/payment-name.ts'
import { reasonsExVat } from '../../../domain/pricing/net-amounts.ts'
import { useShownMoney } from '../../state/use-shown-money.ts'
import { links } from '../../links.ts'
import { orderLinks } from '../../order-links.ts'
import { useStore, useStrings } from '../../../ui/strings.tsx'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { Icon } from '../../../ui/icon.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { PriceReasons, StruckPrice } from '../../features/products/price-reasons.tsx'
import type { ShownOrderStatus } from '../../../domain/orders/order-states.ts'
import type { ReferenceName } from '../../../domain/orders/order-references.ts'
import type { StringKey } from '../../../locales/texts.server.ts'
import { AccountOffer } from '../../features/login/account-offer.tsx'
import { UnbrokenName } from '../../../ui/unbroken-name.tsx'
import type { Receipt } from './receipt.ts'
import { ReceiptDeliveries } from './receipt-deliveries.tsx'
import { useHeadingFocus } from './use-heading-focus.ts'
import { ReceiptRefunds } from './receipt-refunds.tsx'
import styles from './receipt.module.css'

const referenceLabels = {
  vatNumber: 'checkout.vat_number',
  yourReference: 'checkout.your_reference',
  purchaseOrder: 'checkout.purchase_order',
  costCentre: 'checkout.cost_centre',
  electronicAddress: 'checkout.electronic_address',
} as const satisfies Record<ReferenceName, StringKey>

/** Neither open at its provider, nor refused. */
const isPaymentSettled = (status: ShownOrderStatus): boolean =>
  status !== 'confirming' && status !== 'payment_failed'

interface ReceiptProps {
  receipt: Receipt
}

export function ReceiptView({ receipt }: ReceiptProps) {
  const t = useStrings()
  const { code } = useStore()
  const heading = useHeadingFocus()
  const isCancelled = receipt.status === 'cancelled'
  const isOrdered = isPaymentSettled(receipt.status) && !isCancelled
  return (
    <article className={styles.receipt}>
      <PrintedHead receipt={receipt} />
      <header className={styles.head}>
        <span className={classNames(styles.done, !isOrdered && styles.pending)}>
          <Icon name={isOrdered ? 'check' : 'info'} size={32} />
        </span>
        <div>
          <h1 ref={heading} tabIndex={-1}>
            {t(
              isCancelled
                ? 'confirmation.cancelled_title'
                : isOrdered
                  ? 'confirmation.title'
                  : 'confirmation.confirming_title',
            )}
          </h1>
          <p className={styles.number} data-order-number={receipt.number}>
            {t('confirmation.number', { number: receipt.number })},{' '}
            <span className={styles.date}>{receipt.placedOn}</span>
          </p>
          {isOrdered && <p className={styles.text}>{t('confirmation.mail', { email: receipt.email })}</p>}
          {isCancelled && <p className={styles.text}>{t('confirmation.cancelled')}</p>}
        </div>
      </header>
      <p className={styles.actions}>
        <ButtonLink look="main" href={orderLinks.trackOrder(code, receipt.number)}>
          {t('order.track')}
        </ButtonLink>
        <Button onClick={() => print()}>{t('confirmation.print')}</Button>
        <ButtonLink href={links.home(code)}>{t('confirmation.shop_on')}</ButtonLink>
      </p>
      {!isOrdered && !isCancelled && (
        <Notice look={receipt.status === 'confirming' ? 'info' : 'warning'} role="status">
          {t(receipt.status === 'confirming' ? 'confirmation.confirming' : 'payfailed.text')}
        </Notice>
      )}
      {isOrdered ? (
        <div className={styles.columns}>
          <NextSteps receipt={receipt} />
          <Destination receipt={receipt} />
        </div>
      ) : (
        <Destination receipt={receipt} />
      )}
      {!isCancelled && <AccountOffer email={receipt.email} />}
      <ReceiptDeliveries {...receipt} isComingPrinted={receipt.isAsOrdered} />
      <ReceiptLines receipt={receipt} />
      {receipt.refunds.length > 0 && <ReceiptRefunds refunds={receipt.refunds} />}
    </article>
  )
}

/** On paper the receipt begins with what it is, of which order, from when and by whom. */
export function PrintedHead({ receipt: { number, placedOn, paid, payment, seller } }: ReceiptProps) {
  const t = useStrings()
  // A reserved amount has not been received.
  const isReceipt = paid && (payment.state === 'charged' || payment.provider === 'none')
  return (
    <div className={styles.printed}>
      <p className={styles.paperTitle}>
        {t(isReceipt ? 'confirmation.receipt' : 'confirmation.order_confirmation')}
      </p>
      <p>{t('confirmation.number', { number })}</p>
      <p>
        {t('confirmation.date')}: {placedOn}
      </p>
      <p className={styles.paperLabel}>{t('confirmation.seller')}</p>
      <AddressLines lines={seller} />
    </div>
  )
}

/** What happens next with an order, for its buyer. */
export function NextSteps({ receipt }: ReceiptProps) {
  const { shipping, isAsOrdered, payment, cards, paid, invoiceDays, mayWithdraw } = receipt
  const t = useStrings()
  const deliveries =
    shipping.deliveries.length > 0
      ? shipping.deliveries
      : [{ goods: shipping.name, arrival: shipping.arrival }]
  return (
    <section className={classNames(styles.part, styles.screenOnly)}>
      <h2>{t('confirmation.next')}</h2>
      <ol className={styles.next}>
        {shipping.kind !== 'email' && isAsOrdered && (
          <>
            <li>{t('confirmation.next_pack')}</li>
            {deliveries.map(({ goods, arrival }) => (
              <li key={goods}>
                {arrival === null
                  ? t('confirmation.next_arrival_unknown', { method: goods })
                  : t('confirmation.next_arrival', { method: goods, days: arrival })}
              </li>
            ))}
          </>
        )}
        {payment.provider === 'invoice' && !paid && (
          <li>{t('confirmation.next_pay', { days: invoiceDays })}</li>
        )}
        {cards && <li>{t(paid ? 'confirmation.cards_sent' : 'checkout.cards_when_paid')}</li>}
        {mayWithdraw && <li>{t('confirmation.next_withdraw')}</li>}
      </ol>
    </section>
  )
}

export function Destination({ receipt }: ReceiptProps) {
  const { address, invoiceAddress, shipping, payment, giftCards, exchange, references, note } = receipt
  const { organisationNumber, invoiceDays, status, documents } = receipt
  const t = useStrings()
  const store = useStore()
  const standing = !isPaymentSettled(status)
    ? t(`order_status.${status}`)
    : payment.provider === 'invoice'
      ? status !== 'cancelled'
        ? t('checkout.pay_invoice_text', { days: invoiceDays })
        : documents.length === 0
          ? t('payment.nothing')
          : null
      : paymentStanding(payment, { t, money: (amount) => formatMoney(amount, store) })
  return (
    <section className={styles.part}>
      <h2>{t(shipping.kind === 'email' ? 'checkout.invoice_address' : 'confirmation.delivered_to')}</h2>
      <AddressLines lines={address} />
      {shipping.point !== null && (
        <>
          <h3>{t('confirmation.collected_at')}</h3>
          <p>{shipping.point}</p>
        </>
      )}
      {invoiceAddress.length > 0 && (
        <>
          <h3>{t('checkout.invoice_address')}</h3>
          <AddressLines lines={invoiceAddress} />
        </>
      )}
      <h3>{t('checkout.step_payment')}</h3>
      <p>
        {paymentName(
          payment,
          { hasGiftCards: giftCards.length > 0, returnId: exchange?.returnId ?? null },
          { t },
        )}
      </p>
      {standing !== null && <p className={styles.note}>{standing}</p>}
      {organisationNumber !== null && (
        <p>
          {t('checkout.identity_business')}: {organisationNumber}
        </p>
      )}
      {references.length > 0 && (
        <>
          <h3>{t('confirmation.references')}</h3>
          {references.map(({ name, value }) => (
            <p key={name}>
              {t(referenceLabels[name])}: {value}
            </p>
          ))}
        </>
      )}
      {note !== null && (
        <>
          <h3>{t('confirmation.note')}</h3>
          <p className={styles.written}>{note}</p>
        </>
      )}
    </section>
  )
}

/** The lines of a postal address. */
function AddressLines({ lines }: { lines: readonly string[] }) {
  return (
    <address>
      {lines.map((line) => (
        <span key={line}>{line}</span>
      ))}
    </address>
  )
}

export function ReceiptLines({ receipt }: ReceiptProps) {
  const t = useStrings()
  const store = useStore()
  const { vat, money, shown } = useShownMoney()
  return (
    <section className={styles.part}>
      <h2>{t('confirmation.lines')}</h2>
      <ul className={styles.lines}>
        {receipt.lines.map((line) => (
          <li key={line.uuid}>
            {line.thumb === null ? (
              <span className={styles.thumb} />
            ) : (
              <img className={styles.thumb} src={line.thumb} width={56} height={56} alt="" />
            )}
            <span className={styles.what}>
              {line.kind === 'fee' ? (
                line.name
              ) : (
                <a href={links.product(store.code, line.slug)}>
                  <UnbrokenName name={line.name} />
                </a>
              )}
              <span className={styles.note}>
                {line.quantity} × {money(shown(line.unitMinor, line.vatRateBasisPoints))}
                <StruckPrice
                  beforeMinor={
                    line.beforeUnitMinor === null
                      ? null
                      : shown(line.beforeUnitMinor, line.vatRateBasisPoints)
                  }
                  reasons={line.reasons}
                  money={money}
                  className={styles.before}
                />
              </span>
              {line.expected !== null && (
                <span className={styles.note}>{t('confirmation.expected', { date: line.expected })}</span>
              )}
              {line.gift !== null && <span className={styles.note}>{t('cart.gift', line.gift)}</span>}
              {line.kind !== 'fee' && (
                <PriceReasons reasons={vat ? line.reasons : reasonsExVat(line)} money={money} />
              )}
            </span>
            <span className={styles.price}>{money(shown(line.lineTotalMinor, line.vatRateBasisPoints))}</span>
          </li>
        ))}
      </ul>
      <ReceiptSums receipt={receipt} />
    </section>
  )
}

/** From the lines to the total with its VAT, and what it is paid with. */
function ReceiptSums({ receipt }: ReceiptProps) {
  const { exchange, shipping, giftCards } = receipt
  const t = useStrings()
  const store = useStore()
  const { vat, money: inViewMoney } = useShownMoney()
  const money = (amount: Minor) => formatMoney(amount, store)
  const inView = (gross: Minor, net: Minor) => inViewMoney(vat ? gross : net)
  const goodsMinor = sumMinor([
    vat ? receipt.sumMinor : receipt.sumNetMinor,
    ...receipt.deductions.map((each) => (vat ? each.amountMinor : each.netMinor)),
  ])
  const vatRows = receipt.vatPerRate.map((rate) => (
    <div key={rate.vatRateBasisPoints} className={vat ? styles.note : undefined}>
      <dt>{t(vat ? 'checkout.vat_at' : 'checkout.vat_added', { rate: rate.vatRateBasisPoints / 100 })}</dt>
      <dd>{formatMoney(rate.vatMinor, store, { vat: false })}</dd>
    </div>
  ))
  return (
    <dl className={styles.sums}>
      <div>
        <dt>{t(vat ? 'checkout.items_sum' : 'checkout.items_sum_ex_vat')}</dt>
        <dd>{inViewMoney(goodsMinor)}</dd>
      </div>
      {receipt.deductions.map((deduction) => (
        <div key={deduction.code}>
          <dt>{deduction.label}</dt>
          <dd>−{inView(deduction.amountMinor, deduction.netMinor)}</dd>
        </div>
      ))}
      {shipping.kind !== 'email' && (
        <div>
          <dt>
            {t(vat ? 'checkout.shipping' : 'checkout.shipping_ex_vat')}, {shipping.name}
          </dt>
          <dd>
            {shipping.priceMinor === 0
              ? t('checkout.free')
              : inView(shipping.priceMinor, subtractMinor(shipping.priceMinor, shipping.vatMinor))}
          </dd>
        </div>
      )}
      {!vat && vatRows}
      <div className={styles.total}>
        <dt>{t(vat ? 'confirmation.total' : 'confirmation.total_with_vat')}</dt>
        <dd data-order-total>{money(receipt.totalMinor)}</dd>
      </div>
      {/* The VAT is that of the total: gift cards pay for a part of it and carry none. */}
      {vat && vatRows}
      {giftCards.map((card) => (
        <div key={card.hint} className={styles.note}>
          <dt>{t('checkout.gift_card_paid', { hint: card.hint })}</dt>
          <dd>−{money(card.amountMinor)}</dd>
        </div>
      ))}
      {exchange && exchange.amountMinor > 0 && (
        <div className={styles.note}>
          <dt>{t('checkout.exchange_paid', { id: exchange.returnId })}</dt>
          <dd>−{money(exchange.amountMinor)}</dd>
        </div>
      )}
      {receipt.payableMinor !== receipt.totalMinor && (
        <div className={styles.due}>
          {/* Later the buyer has paid it, or part of it was never charged: the payment method says which amount it is. */}
          <dt>
            {isPaymentSettled(receipt.status)
              ? paymentName(receipt.payment, { hasGiftCards: false, returnId: null }, { t })
              : t('checkout.left_to_pay')}
          </dt>
          <dd data-amount-due>{money(receipt.payableMinor)}</dd>
        </div>
      )}
    </dl>
  )
}
