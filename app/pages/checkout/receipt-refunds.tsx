/** The refunds of an order: when, for what, why, and where the money went or that it was never charged. */
import { formatMoney, type Minor } from '../../../domain/money/money.ts'
import { useStore, useStrings } from '../../../ui/strings.tsx'
import type { Receipt } from './receipt.ts'
import styles from './receipt.module.css'

/** Whether no money of it is paid back: the goods were not charged yet. */
const isUncharged = ({ uncollectedMinor, amountMinor }: Receipt['refunds'][number]): boolean =>
  uncollectedMinor === amountMinor

export function ReceiptRefunds({ refunds }: Pick<Receipt, 'refunds'>) {
  const t = useStrings()
  const store = useStore()
  const money = (amount: Minor) => formatMoney(amount, store)
  return (
    <section className={styles.part}>
      <h2>
        {t(refunds.some((refund) => refund.uncollectedMinor > 0) ? 'refund.title_changes' : 'refund.title')}
      </h2>
      {refunds.map((refund) => (
        <dl key={refund.number} className={styles.sums}>
          <div className={styles.note}>
            <dt>
              {refund.day}, {t(`refund.${refund.reason}`)}
            </dt>
            {refund.creditNote !== null && <dd>{t('refund.credit_note', { number: refund.creditNote })}</dd>}
          </div>
          {refund.rows.map((row) => (
            <div key={row.what}>
              <dt>{row.what}</dt>
              <dd>{money(row.amountMinor)}</dd>
            </div>
          ))}
          {refund.shippingMinor > 0 && (
            <div>
              <dt>{t('checkout.shipping')}</dt>
              <dd>{money(refund.shippingMinor)}</dd>
            </div>
          )}
          <div className={styles.due}>
            <dt>{t(isUncharged(refund) ? 'refund.not_charged' : 'refund.amount')}</dt>
            <dd>{money(refund.amountMinor)}</dd>
          </div>
          {refund.uncollectedMinor > 0 && !isUncharged(refund) && (
            <div className={styles.note}>
              <dt>{t('refund.of_not_charged')}</dt>
              <dd>{money(refund.uncollectedMinor)}</dd>
            </div>
          )}
          {refund.exchangedMinor > 0 && (
            <div className={styles.note}>
              <dt>{t('refund.exchanged')}</dt>
              <dd>{money(refund.exchangedMinor)}</dd>
            </div>
          )}
          {refund.toGiftCardsMinor > 0 && (
            <div className={styles.note}>
              <dt>{t('refund.to_gift_cards')}</dt>
              <dd>{money(refund.toGiftCardsMinor)}</dd>
            </div>
          )}
        </dl>
      ))}
    </section>
  )
}
