/** An order as a receipt: number, next steps, address, amounts and price reasons. Laid out for printing. */
import { formatMoney, type Minor } from '../../../domain/money/money.ts'
import { links } from '../../links.ts'
import { useStore, useStrings } from '../../../ui/strings.tsx'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { PriceReasons, struckPriceWord } from '../../features/products/price-reasons.tsx'
import type { ReferenceName } from '../../../domain/orders/order-references.ts'
import type { StringKey } from '../../../locales/texts.server.ts'
import { AccountOffer } from '../../features/login/account-offer.tsx'
import type { Receipt } from './receipt.ts'
import { ReceiptDeliveries } from './receipt-deliveries.tsx'
import { ReceiptRefunds } from './receipt-refunds.tsx'
import styles from './receipt.module.css'

const referenceLabels = {
  vatNumber: 'checkout.vat_number',
  yourReference: 'checkout.your_reference',
  purchaseOrder: 'checkout.purchase_order',
  costCentre: 'checkout.cost_centre',
  electronicAddress: 'checkout.electronic_address',
} as const satisfies Record<ReferenceName, StringKey>

interface ReceiptProps {
  receipt: Receipt
}

export function ReceiptView({ receipt }: ReceiptProps) {
  const t = useStrings()
  const { code, brand } = useStore()
  const settled = receipt.status !== 'confirming' && receipt.status !== 'payment_failed'
  return (
    <article className={styles.receipt}>
      <header className={styles.head}>
        <span className={styles.done}>
          <Icon name={settled ? 'check' : 'info'} size={32} />
        </span>
        <div>
          <h1>{t(settled ? 'confirmation.title' : 'confirmation.confirming_title')}</h1>
          <p className={styles.number} data-order-number={receipt.number}>
            {t('confirmation.number', { number: receipt.number })}
          </p>
          <p className={styles.text}>{t('confirmation.mail', { email: receipt.email })}</p>
        </div>
      </header>
      {!settled && (
        <Notice look={receipt.status === 'confirming' ? 'info' : 'warning'} role="status">
          {t(receipt.status === 'confirming' ? 'confirmation.confirming' : 'payfailed.text')}
        </Notice>
      )}
      <div className={styles.columns}>
        <NextSteps receipt={receipt} />
        <Destination receipt={receipt} />
      </div>
      <ReceiptDeliveries parcels={receipt.parcels} documents={receipt.documents} />
      <ReceiptLines receipt={receipt} />
      {receipt.refunds.length > 0 && <ReceiptRefunds refunds={receipt.refunds} />}
      <AccountOffer email={receipt.email} />
      <p className={styles.actions}>
        <ButtonLink look="main" href={links.home(code)}>
          {t('confirmation.shop_on')}
        </ButtonLink>
        <Button onClick={() => print()}>{t('confirmation.print')}</Button>
      </p>
      <p className={styles.issuer}>{brand}</p>
    </article>
  )
}

function NextSteps({ receipt: { shipping, payment, cards, paid, invoiceDays } }: ReceiptProps) {
  const t = useStrings()
  return (
    <section className={styles.part}>
      <h2>{t('confirmation.next')}</h2>
      <ol className={styles.next}>
        {shipping.kind !== 'email' && (
          <>
            <li>{t('confirmation.next_pack')}</li>
            <li>{t('confirmation.next_arrival', { method: shipping.name, days: shipping.arrival })}</li>
          </>
        )}
        {payment === 'invoice' && !paid && <li>{t('confirmation.next_pay', { days: invoiceDays })}</li>}
        {cards && <li>{t(paid ? 'confirmation.cards_sent' : 'checkout.cards_when_paid')}</li>}
        <li>{t('confirmation.next_withdraw')}</li>
      </ol>
    </section>
  )
}

export function Destination({ receipt }: ReceiptProps) {
  const { address, invoiceAddress, shipping, payment, giftCards, references, note } = receipt
  const t = useStrings()
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
        {t(
          payment === 'invoice'
            ? 'checkout.pay_invoice'
            : payment === 'none' && giftCards.length > 0
              ? 'checkout.paid_by_card'
              : 'confirmation.paid',
        )}
      </p>
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
  const money = (amount: Minor) => formatMoney(amount, store)
  return (
    <section className={styles.part}>
      <h2>{t('confirmation.lines')}</h2>
      <ul className={styles.lines}>
        {receipt.lines.map((line) => (
          <li key={line.uuid}>
            <span className={styles.what}>
              {line.kind === 'fee' ? (
                line.name
              ) : (
                <a href={links.product(store.code, line.slug)}>{line.name}</a>
              )}
              <span className={styles.note}>
                {line.quantity} × {money(line.unitMinor)}
                {line.beforeUnitMinor !== null && (
                  <s className={styles.before}>
                    <span className="visually-hidden">{t(struckPriceWord(line.reasons))} </span>
                    {money(line.beforeUnitMinor)}
                  </s>
                )}
              </span>
              {line.kind !== 'fee' && <PriceReasons reasons={line.reasons} money={money} />}
            </span>
            <span className={styles.price}>{money(line.lineTotalMinor)}</span>
          </li>
        ))}
      </ul>
      <ReceiptSums receipt={receipt} />
    </section>
  )
}

/** From the lines to the amount left to pay, with its VAT. */
function ReceiptSums({ receipt }: ReceiptProps) {
  const t = useStrings()
  const store = useStore()
  const money = (amount: Minor) => formatMoney(amount, store)
  return (
    <dl className={styles.sums}>
      {receipt.deductions.map((deduction) => (
        <div key={deduction.code}>
          <dt>{deduction.label}</dt>
          <dd>−{money(deduction.amountMinor)}</dd>
        </div>
      ))}
      <div>
        <dt>{t('checkout.items_sum')}</dt>
        <dd>{money(receipt.sumMinor)}</dd>
      </div>
      {receipt.shipping.kind !== 'email' && (
        <div>
          <dt>
            {t('checkout.shipping')}, {receipt.shipping.name}
          </dt>
          <dd>
            {receipt.shipping.priceMinor === 0 ? t('checkout.free') : money(receipt.shipping.priceMinor)}
          </dd>
        </div>
      )}
      <div className={styles.total}>
        <dt>{t('confirmation.total')}</dt>
        <dd data-order-total>{money(receipt.totalMinor)}</dd>
      </div>
      {receipt.giftCards.map((card) => (
        <div key={card.hint} className={styles.note}>
          <dt>{t('checkout.gift_card_paid', { hint: card.hint })}</dt>
          <dd>−{money(card.amountMinor)}</dd>
        </div>
      ))}
      {receipt.giftCards.length > 0 && (
        <div className={styles.due}>
          <dt>{t('checkout.left_to_pay')}</dt>
          <dd data-amount-due>{money(receipt.payableMinor)}</dd>
        </div>
      )}
      {receipt.vatPerRate.map((rate) => (
        <div key={rate.vatRateBasisPoints} className={styles.note}>
          <dt>{t('checkout.vat_at', { rate: rate.vatRateBasisPoints / 100 })}</dt>
          <dd>{formatMoney(rate.vatMinor, store, { vat: false })}</dd>
        </div>
      ))}
    </dl>
  )
}
