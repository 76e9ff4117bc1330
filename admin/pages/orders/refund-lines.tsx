/** What a refund pays back of each line: units, or an amount of a price reduction without a return. */
import { useTexts } from '../../texts.tsx'
import type { OrderPageData } from './order-words.ts'
import { RangeInput } from './range-input.tsx'
import styles from './order.module.css'

type Line = OrderPageData['lines'][number]

/** Of one line; `amount` in major units of the order's currency. */
export interface LineRefund {
  quantity: number
  amount: number
}

/** Line uuid → what is refunded of it. */
export type LineRefunds = Readonly<Record<string, LineRefund>>

const nothing: LineRefund = { quantity: 0, amount: 0 }

/** What of a line was not refunded yet, in major units. */
const amountLeft = ({ uuid, total }: Line, { refunds }: OrderPageData): number => {
  const parts = refunds.flatMap(({ lines }) => lines.filter((part) => part.uuid === uuid))
  return parts.reduce((left, { amount }) => Math.round((left - amount) * 100) / 100, total)
}

/** The lines of a refund's request, without those that nothing is refunded of. */
export function requestedLines(refunds: LineRefunds): { uuid: string; quantity?: number; amount?: number }[] {
  return Object.entries(refunds)
    .filter(([, { quantity, amount }]) => quantity > 0 || amount > 0)
    .map(([uuid, { quantity, amount }]) => ({
      uuid,
      ...(quantity > 0 && { quantity }),
      ...(amount > 0 && { amount }),
    }))
}

/** Units of products on the order's lines, as far as they are not refunded yet. */
export function unitsOfItems(
  { lines }: Pick<OrderPageData, 'lines'>,
  items: readonly { sku: string; quantity: number }[],
): LineRefunds {
  const missing = new Map(items.map(({ sku, quantity }) => [sku, quantity]))
  const refunds: Record<string, LineRefund> = {}
  for (const { uuid, sku, quantity, refunded } of lines) {
    const units = Math.min(missing.get(sku) ?? 0, quantity - refunded)
    if (units <= 0) continue
    refunds[uuid] = { quantity: units, amount: 0 }
    missing.set(sku, (missing.get(sku) ?? 0) - units)
  }
  return refunds
}

export function RefundLines({
  order,
  refunds,
  onChange,
}: {
  order: OrderPageData
  refunds: LineRefunds
  onChange: (refunds: LineRefunds) => void
}) {
  const { t, money } = useTexts()
  const set = (uuid: string, part: Partial<LineRefund>) =>
    onChange({ ...refunds, [uuid]: { ...(refunds[uuid] ?? nothing), ...part } })
  const lines = order.lines.filter((line) => amountLeft(line, order) > 0)
  if (lines.length === 0) return null
  return (
    <div className={styles.units} role="group" aria-label={t('order.lines')}>
      <div className={styles.refund} aria-hidden>
        <span />
        <span className={styles.soft}>{t('change.units')}</span>
        <span className={styles.soft}>{t('refund.reduction', { currency: order.currency })}</span>
      </div>
      {lines.map((line) => {
        const left = amountLeft(line, order)
        const unitsLeft = line.quantity - line.refunded
        const { quantity, amount } = refunds[line.uuid] ?? nothing
        return (
          <div key={line.uuid} className={styles.refund}>
            <span>
              {line.name}
              <span className={styles.sku}>
                {t('refund.left', {
                  sku: line.sku,
                  count: unitsLeft,
                  amount: money(left, order.currency),
                })}
              </span>
            </span>
            <RangeInput
              wrong={t('order.units_wrong', { name: line.name, count: unitsLeft })}
              aria-label={t('refund.units_of', { name: line.name })}
              min={0}
              max={unitsLeft}
              disabled={unitsLeft === 0}
              value={quantity}
              onChange={({ target }) => set(line.uuid, { quantity: Number(target.value) })}
            />
            <RangeInput
              wrong={t('refund.reduction_wrong', { name: line.name, amount: money(left, order.currency) })}
              aria-label={t('refund.reduction_of', { name: line.name })}
              min={0}
              max={left}
              step={0.01}
              value={amount === 0 ? '' : amount}
              onChange={({ target }) => set(line.uuid, { amount: Number(target.value) })}
            />
          </div>
        )
      })}
      <p className={styles.soft}>{t('refund.reduction_hint')}</p>
    </div>
  )
}
