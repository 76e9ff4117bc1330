/** The arithmetic that Kustom checks on an order. Amounts are minor units with tax, rates basis points. */
import type { OrderDocument, OrderLine } from './order-document.ts'

type CheckedLine = Pick<
  OrderLine,
  'quantity' | 'unit_price' | 'total_discount_amount' | 'total_amount' | 'total_tax_amount' | 'tax_rate'
>

/** The tax in an amount, rounded half away from zero: 8800 at 2500 is 1760. */
export function taxOf(amount: number, rate: number): number {
  const whole = 10_000 + rate
  return Math.sign(amount) * Math.floor((2 * Math.abs(amount) * rate + whole) / (2 * whole)) || 0
}

/** Error messages for the amounts of an order; empty where they fit. */
export function checkOrderAmounts(
  order: Pick<OrderDocument, 'order_amount' | 'order_tax_amount' | 'order_lines'>,
): string[] {
  const problems = order.order_lines.flatMap(checkLine)
  const sum = (member: 'total_amount' | 'total_tax_amount') =>
    order.order_lines.reduce((total, line) => total + line[member], 0)
  if (sum('total_amount') !== order.order_amount) problems.push('Bad value: order_amount')
  if (sum('total_tax_amount') !== order.order_tax_amount) problems.push('Bad value: order_tax_amount')
  return problems
}

/** Error messages for the amounts of one line. */
export function checkLine(line: CheckedLine, index: number): string[] {
  const { quantity, unit_price, total_discount_amount = 0, total_amount, total_tax_amount, tax_rate } = line
  const name = `order_lines[${index}]`
  const problems: string[] = []
  if (total_amount !== quantity * unit_price - total_discount_amount)
    problems.push(`Bad value: ${name}.total_amount`)
  // Within 1 of the exact tax, total_amount × rate / (10000 + rate), compared without a division.
  const whole = 10_000 + tax_rate
  if (Math.abs(total_tax_amount * whole - total_amount * tax_rate) > whole)
    problems.push(
      `${name}.total_tax_amount differs from the calculated value [${taxOf(total_amount, tax_rate)}] by more than [1]`,
    )
  return problems
}
