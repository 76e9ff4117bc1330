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

/** Which units of a line with both are refunded; null: nobody has said it yet. */
export type UnitPlace = 'open' | 'shipped'

/** Units that were shipped and not refunded. */
const shippedLeft = ({ shipped, returned }: Line): number => shipped - returned

/** Whether some units of a line can be refunded before they leave, and others after. */
export const isMixed = (line: Line): boolean => line.open > 0 && shippedLeft(line) > 0

/** Units of a line that can be refunded. */
function unitsLeft(line: Line, place: UnitPlace | null): number {
  if (!isMixed(line)) return line.open + shippedLeft(line)
  if (place === null) return 0
  return place === 'open' ? line.open : shippedLeft(line)
}

/**
 * The lines of a refund's request, without those that nothing is refunded of, with the place of their units as the page
 * shows it: what was shipped meanwhile is refused.
 */
export function requestedLines(
  { lines }: Pick<OrderPageData, 'lines'>,
  refunds: LineRefunds,
  place: UnitPlace | null,
): { uuid: string; quantity?: number; open?: number; amount?: number }[] {
  return lines.flatMap((line) => {
    const { uuid } = line
    const { quantity, amount } = refunds[uuid] ?? nothing
    if (quantity === 0 && amount === 0) return []
    const isOpen = isMixed(line) ? place === 'open' : line.open > 0
    return [
      {
        uuid,
        ...(quantity > 0 && { quantity, open: isOpen ? quantity : 0 }),
        ...(amount > 0 && { amount }),
      },
    ]
  })
}

/** Units of products on the order's lines, as far as they are not refunded yet. */
export function unitsOfItems(
  { lines }: Pick<OrderPageData, 'lines'>,
  items: readonly { sku: string; quantity: number }[],
): LineRefunds {
  const missing = new Map(items.map(({ sku, quantity }) => [sku, quantity]))
  const refunds: Record<string, LineRefund> = {}
  for (const line of lines) {
    const { uuid, sku } = line
    // A withdrawal is from goods that were shipped, as far as there are any.
    const units = Math.min(missing.get(sku) ?? 0, unitsLeft(line, 'shipped'))
    if (units <= 0) continue
    refunds[uuid] = { quantity: units, amount: 0 }
    missing.set(sku, (missing.get(sku) ?? 0) - units)
  }
  return refunds
}

export function RefundLines({
  order,
  refunds,
  place,
  onChange,
}: {
  order: OrderPageData
  refunds: LineRefunds
  place: UnitPlace | null
  onChange: (refunds: LineRefunds) => void
}) {
  const { t, money } = useTexts()
  const set = (uuid: string, part: Partial<LineRefund>) =>
    onChange({ ...refunds, [uuid]: { ...(refunds[uuid] ?? nothing), ...part } })
  const lines = order.lines.filter((line) => line.open > 0 || shippedLeft(line) > 0 || line.reducible > 0)
  if (lines.length === 0) return null
  return (
    <div className={styles.units} role="group" aria-label={t('order.lines')}>
      <div className={styles.refund} aria-hidden>
        <span />
        <span className={styles.soft}>{t('change.units')}</span>
        <span className={styles.soft}>{t('refund.reduction', { currency: order.currency })}</span>
      </div>
      {lines.map((line) => {
        const left = line.reducible
        const count = unitsLeft(line, place)
        const { quantity, amount } = refunds[line.uuid] ?? nothing
        return (
          <div key={line.uuid} className={styles.refund}>
            <span>
              {line.name}
              <span className={styles.sku}>
                {left > 0
                  ? t('refund.left', { sku: line.sku, count, amount: money(left, order.currency) })
                  : t('refund.left_units', { sku: line.sku, count })}
              </span>
            </span>
            <RangeInput
              wrong={t('order.units_wrong', { name: line.name, count })}
              aria-label={t('refund.units_of', { name: line.name })}
              min={0}
              max={count}
              disabled={count === 0}
              value={quantity}
              onChange={({ target }) => set(line.uuid, { quantity: Number(target.value) })}
            />
            <RangeInput
              wrong={t('refund.reduction_wrong', { name: line.name, amount: money(left, order.currency) })}
              aria-label={t('refund.reduction_of', { name: line.name })}
              min={0}
              max={left}
              disabled={left === 0}
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
