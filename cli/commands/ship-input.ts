/** What the commands that ship and book have in common. */
import { InvalidArgumentError } from 'commander'
import { toSku, type SkuUnits } from '../../domain/products/sku.ts'
import type { ShipAnswer } from '../../domain/dispatch/ship-order.server.ts'

/** Why an order cannot be shipped, as text for staff. */
export function shipRefusal(answer: Extract<ShipAnswer, { ok: false }>): string {
  switch (answer.code) {
    case 'unknown_order':
      return 'There is no such order.'
    case 'tracking_required':
      return 'Its delivery method is tracked: give the parcel’s number with --tracking.'
    case 'nothing_left':
      return 'Everything of it has been shipped or refunded.'
    case 'provider_unsupported':
      return 'This store has no account at the provider of this payment.'
    case 'tracking_used':
      return `Shipment ${answer.shipment} of this order has that tracking number and other units.`
    case 'wrong_status':
      return `The order is ${answer.status}: it cannot be shipped.`
    case 'unknown_sku':
      return `The order has no goods with the sku ${answer.sku}.`
    case 'bad_quantity':
      return `The quantity of ${answer.sku} is a whole number above 0.`
    case 'too_many_units':
      return `Of ${answer.sku}, ${answer.left} can still be shipped.`
  }
}

/** `AA-4:2`, or `AA-4` for one unit. A sku may contain colons. */
export function readLine(text: string, before: SkuUnits[] = []) {
  const [, sku = '', quantity = '1'] = /^(.+?)(?::(\d{1,4}))?$/.exec(text) ?? []
  if (sku === '' || Number(quantity) < 1)
    throw new InvalidArgumentError('A sku and a quantity, such as AA-4:2.')
  return [...before, { sku: toSku(sku), quantity: Number(quantity) }]
}
