/** What was ordered, what it cost and why. */
import { Card } from '../../shell/card.tsx'
import { useTexts } from '../../texts.tsx'
import { priceStepText, type OrderPageData } from './order-words.ts'
import styles from './order.module.css'

export function OrderLines({ order }: { order: OrderPageData }) {
  const { t, money } = useTexts()
  const amount = (value: number) => money(value, order.currency)
  return (
    <Card title={t('order.lines')} isFlush>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{t('order.product')}</th>
            <th scope="col" className={styles.number}>
              {t('order.quantity')}
            </th>
            <th scope="col" className={styles.number}>
              {t('order.unit_price')}
            </th>
            <th scope="col" className={styles.number}>
              {t('orders.total')}
            </th>
          </tr>
        </thead>
        <tbody>
          {order.lines.map((line) => (
            <tr key={line.uuid}>
              <th scope="row" className={styles.product}>
                {line.name}
                <span className={styles.sku}>{line.sku}</span>
                {line.giftRecipient && (
                  <span className={styles.sku}>
                    {t('order.gift_recipient', {
                      name: line.giftRecipient.name,
                      email: line.giftRecipient.email,
                      day: line.giftRecipient.deliver_on,
                    })}
                  </span>
                )}
                <PriceTrace steps={line.priceTrace} currency={order.currency} />
              </th>
              <td className={styles.number}>
                {line.quantity}
                <LineProgress line={line} />
              </td>
              <td className={styles.number}>{amount(line.unitPrice)}</td>
              <td className={styles.number}>{amount(line.total)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          {order.deductions.map(({ code, label, amount: value }) => (
            <SumRow key={`${code} ${label}`} label={label || code} value={amount(-Math.abs(value))} />
          ))}
          <SumRow label={order.delivery.method} value={amount(order.delivery.price)} />
          <SumRow label={t('orders.total')} value={amount(order.total)} isTotal />
          {order.vatRates.map(({ vatRate: rate, vat }) => (
            <SumRow key={rate} label={t('order.vat_of', { rate })} value={amount(vat)} />
          ))}
          {order.giftCards.map(({ hint, amount: value }) => (
            <SumRow key={hint} label={t('order.gift_card', { hint })} value={amount(-value)} />
          ))}
          {order.payable !== order.total && (
            <SumRow label={t('order.payable')} value={amount(order.payable)} isTotal />
          )}
        </tfoot>
      </table>
    </Card>
  )
}

function SumRow({ label, value, isTotal = false }: { label: string; value: string; isTotal?: boolean }) {
  return (
    <tr className={isTotal ? styles.sum : undefined}>
      <th scope="row" colSpan={3}>
        {label}
      </th>
      <td className={styles.number}>{value}</td>
    </tr>
  )
}

/** What became of a line's units, where not all of them are as they were ordered. */
function LineProgress({ line }: { line: OrderPageData['lines'][number] }) {
  const { t } = useTexts()
  const { quantity, open, shipped, cancelled, returned } = line
  const parts = [
    open > 0 && open < quantity && t('order.open_units', { count: open }),
    shipped > 0 && shipped < quantity && t('order.shipped_units', { count: shipped }),
    cancelled > 0 && t('order.cancelled_units', { count: cancelled }),
    returned > 0 && t('order.refunded_units', { count: returned }),
  ].filter((part) => part !== false)
  return parts.map((part) => (
    <span key={part} className={styles.sku}>
      {part}
    </span>
  ))
}

/** From the list price to what was paid, folded; a line at its list price has nothing to explain. */
export function PriceTrace({
  steps,
  currency,
  isOpen = false,
}: {
  steps: OrderPageData['lines'][number]['priceTrace']
  currency: string
  isOpen?: boolean
}) {
  const { t, money } = useTexts()
  if (steps.length === 0) return null
  return (
    <details className={styles.trace} open={isOpen}>
      <summary>{t('order.price_trace')}</summary>
      <dl>
        {steps.map((step, index) => (
          <div key={`${step.step} ${index}`}>
            <dt>{priceStepText(t, step)}</dt>
            <dd>{money(step.amount, currency)}</dd>
          </div>
        ))}
      </dl>
    </details>
  )
}
