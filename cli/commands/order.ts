import { Command, Option } from 'commander'
import type { Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import { toMajor, zeroMinor, type Minor } from '../../domain/money/money.ts'
import {
  findOrderByNumber,
  heldOrders,
  latestOrders,
  orderEvents,
  type HeldOrder,
} from '../../domain/orders/order-repository.server.ts'
import { orderStatuses, type OrderStatus } from '../../domain/orders/order-states.ts'
import { fulfilments } from '../../domain/orders/move-order.server.ts'
import {
  goodsOf,
  payableMinorOf,
  recipientLines,
  type OrderShipping,
  type OrderSnapshot,
  listUnitMinor,
} from '../../domain/orders/order-snapshot.ts'
import { referencesOf, type ReferenceName } from '../../domain/orders/order-references.ts'
import { refundsOf, type StoredRefund } from '../../domain/refunds/refund-repository.server.ts'
import { unitsOfOrder, type LineUnits } from '../../domain/shipments/order-units.ts'
import { shipmentsOf } from '../../domain/shipments/shipment-repository.server.ts'
import { parcelsOf } from '../../domain/parcels/parcel-repository.server.ts'
import type { PriceReason } from '../../domain/pricing/priced-cart.ts'
import { servicePointText } from '../../domain/shipping/service-point.ts'
import { postalCodeText } from '../../domain/stores/postal-code.ts'
import { storePolicies, stores } from '../../domain/stores/stores.ts'
import { vatNumberCheckOf, type VatNumberCheck } from '../../domain/vat-numbers/check-vat-numbers.server.ts'
import { readLimit } from '../../sdk/command-arguments.ts'
import { printFacts, printJson, printTable, type Line } from '../../sdk/command-output.ts'
import { Refusal } from '../../sdk/refusal.ts'
import { withShop } from '../shop-session.ts'
import { approveCommand, rejectCommand } from './order-decide.ts'
import { captureCommand } from './order-capture.ts'
import { moveCommand } from './order-move.ts'
import { bookCommand, labelCommand, unbookCommand } from './order-parcel.ts'
import { shipCommand } from './order-ship.ts'
import { cancelCommand, paidCommand, placeRefundCommand, refundCommand } from './order-refund.ts'

/** `anode order …`: orders, their payments and refunds. */
export function orderCommand(): Command {
  const order = new Command('order')
    .description('show, change, refund and cancel orders')
    .addCommand(showCommand())
    .addCommand(listCommand())
    .addCommand(refundCommand())
    .addCommand(placeRefundCommand())
    .addCommand(cancelCommand())
    .addCommand(paidCommand())
    .addCommand(approveCommand())
    .addCommand(rejectCommand())
    .addCommand(shipCommand())
    .addCommand(bookCommand())
    .addCommand(labelCommand())
    .addCommand(unbookCommand())
    .addCommand(captureCommand())
    .addHelpText(
      'after',
      '\nExamples:\n  anode order show S100001\n  anode order list --limit 50 --json\n  anode order list --status held\n  anode order approve S100001\n  anode order ship S100001 --tracking 00370724760123456789',
    )
  for (const to of fulfilments) order.addCommand(moveCommand(to))
  return order
}

function showCommand(): Command {
  return new Command('show')
    .description('print an order with its history')
    .argument('<number>', 'order number, e.g. S100001')
    .option('--json', 'print JSON')
    .action(async (number: string, options: { json?: boolean }) => {
      const found = await withShop(async ({ db }) => {
        const order = await findOrderByNumber(db, number.trim().toUpperCase())
        return (
          order && {
            order,
            events: await orderEvents(db, order.id),
            refunds: await refundsOf(db, order.id),
            shipments: await shipmentsOf(db, order.id),
            ofModules: await shownByModules(db, order.id),
            parcels: await parcelsOf(db, order.id),
            vatCheck: await vatNumberCheckOf(db, order.id),
          }
        )
      })
      if (!found) throw new Refusal(`There is no order ${number}.`)
      const { order, events, refunds, shipments, ofModules, parcels, vatCheck } = found
      const { accessToken: _token, ...shown } = order
      const shownParcels = parcels.map(({ label: _label, request: _request, ...parcel }) => parcel)
      const { status, snapshot } = order
      const units = unitsOfOrder({ status, lines: snapshot.lines }, { shipments, refunds })
      if (options.json)
        return printJson({
          ...shown,
          units: Object.fromEntries(units),
          events,
          refunds,
          ...ofModules.fields,
          parcels: shownParcels,
          vatCheck,
        })
      const money = (amount: Minor): string => `${toMajor(amount).toFixed(2)} ${snapshot.currency}`
      const print = (line: string) => process.stdout.write(`${line}\n`)
      print(`${order.number}  ${order.status}  ${snapshot.store}  ${snapshot.placedAt}  ${snapshot.payment}`)
      printFacts(recipientFacts(snapshot))
      printTable(
        snapshot.lines.map((line) => ({
          sku: line.sku,
          name: line.name,
          quantity: line.quantity,
          ...unitFacts(units.get(line.uuid)),
          unit: money(listUnitMinor(line)),
          // The deductions follow below the lines, as on the receipt.
          total: money(line.lineTotalMinor),
          vat: `${line.vatRateBasisPoints / 100} %`,
          why: line.reasons.map((reason) => reasonText(reason, money)).join(', '),
        })),
      )
      for (const { code, label, amountMinor } of snapshot.deductions)
        print(`${code} (${label}): −${money(amountMinor)}`)
      if (snapshot.couponCodes.length > 0) print(`Codes: ${snapshot.couponCodes.join(' ')}`)
      print(`${snapshot.shipping.name}: ${money(snapshot.shipping.priceMinor)}`)
      print(`Total ${money(snapshot.totalMinor)}, of which VAT ${money(snapshot.vatMinor)}`)
      for (const { hint, amountMinor } of snapshot.giftCards ?? [])
        print(`Paid by gift card …${hint}: ${money(amountMinor)}`)
      if (snapshot.giftCards) print(`Left to pay: ${money(payableMinorOf(snapshot))}`)
      for (const refund of refunds) print(refundText(refund, money))
      for (const line of ofModules.lines) print(line)
      for (const { reference, carrier, status, isShipped, trackingNumber, problem } of parcels)
        print(
          `Parcel ${[reference, carrier, isShipped ? 'shipped' : status, trackingNumber, problem].filter(Boolean).join(', ')}`,
        )
      if (vatCheck) print(vatCheckText(vatCheck))
      printTable(
        events.map((event) => ({
          at: event.recordedAt.toISOString(),
          event: event.kind,
          from: event.fromStatus,
          to: event.toStatus,
          by: event.actor,
        })),
      )
    })
}

/** What became of a line's units, as far as anything did. */
function unitFacts(units: LineUnits | undefined): Line {
  const { open = 0, shipped = 0, cancelled = 0, returned = 0 } = units ?? {}
  return { open, shipped, cancelled, returned }
}

/** E.g. `VAT number SE556036079301: valid (vies, WAPIAAAA…, 2026-11-20T09:05:00.000Z)`. */
function vatCheckText({
  status,
  countryCode,
  number,
  register,
  consultationNumber,
  checkedAt,
}: VatNumberCheck) {
  if (number === null) return 'VAT number: none to check'
  const source = [register, consultationNumber, checkedAt.toISOString()].filter(Boolean).join(', ')
  return `VAT number ${countryCode}${number}: ${status} (${source})`
}

const referenceLabels: Record<ReferenceName, string> = {
  vatNumber: 'VAT number',
  yourReference: 'your reference',
  purchaseOrder: 'purchase order',
  costCentre: 'cost centre',
  electronicAddress: 'e-invoice to',
}

/**
 * Buyer, delivery address and delivery method. Identity numbers are not shown: the snapshot contains them
 * masked.
 */
function recipientFacts(snapshot: OrderSnapshot): Line {
  const { customer, address, recipient, shipping, note } = snapshot
  const { servicePoint, customerNumber, arrival } = shipping
  const name = `${customer.firstName} ${customer.lastName}`.trim()
  const store = stores[snapshot.store]
  return {
    buyer: customer.companyName ? `${customer.companyName} (${name})` : name,
    type: customer.type,
    email: customer.email,
    phone: customer.phone,
    address: `${address.street}, ${postalCodeText(address.postalCode, store)} ${address.city}, ${address.countryCode}`,
    delivery: `${shipping.name}${shipping.carrier ? ` (${shipping.carrier})` : ''}`,
    ...(recipient && { 'delivered to': recipientLines(recipient, store).join(', ') }),
    ...(servicePoint && {
      'collected at': servicePointText(servicePoint, store),
    }),
    ...(customerNumber !== undefined && { 'customer number at carrier': customerNumber }),
    arrives: arrivalText(arrival),
    ...Object.fromEntries(
      (shipping.deliveries ?? []).map((delivery, index) => [
        `delivery ${index + 1}`,
        `${arrivalText(delivery.arrival)}: ${goodsOf(snapshot, delivery.lines)}`,
      ]),
    ),
    ...Object.fromEntries(referencesOf(snapshot).map(({ name, value }) => [referenceLabels[name], value])),
    ...(note && { note: note.replaceAll('\n', ' / ') }),
  }
}

function arrivalText(arrival: OrderShipping['arrival']): string {
  if (arrival === null) return 'not known: goods without a date'
  return arrival.from === arrival.to ? arrival.from : `${arrival.from} to ${arrival.to}`
}

/** What modules show of an order. */
async function shownByModules(db: Kysely<DB>, orderId: number) {
  const { manifests } = await import('../../server/module-manifests.ts')
  const parts = await Promise.all(
    [...manifests.values()].flatMap(({ shownOfOrder = [] }) => shownOfOrder).map((show) => show(db, orderId)),
  )
  return {
    fields: Object.assign({}, ...parts.map(({ fields }) => fields)) as object,
    lines: parts.flatMap(({ lines }) => lines),
  }
}

/** "Refund 1 (withdrawal): 89.00 SEK, VAT 17.80 SEK, credit note 7: 2 × AA-4 89.00 SEK". */
function refundText(refund: StoredRefund, money: (amount: Minor) => string): string {
  const { number, reason, amountMinor, vatMinor, creditNote, toGiftCardsMinor, shippingMinor } = refund
  const { uncollectedMinor = zeroMinor } = refund
  const parts = refund.lines.map((line) => `${line.quantity} × ${line.sku} ${money(line.amountMinor)}`)
  if (shippingMinor > 0) parts.push(`shipping ${money(shippingMinor)}`)
  if (toGiftCardsMinor > 0) parts.push(`onto gift cards ${money(toGiftCardsMinor)}`)
  if (uncollectedMinor > 0) parts.push(`not collected ${money(uncollectedMinor)}`)
  return `Refund ${number} (${reason}): ${money(amountMinor)}, VAT ${money(vatMinor)}${creditNote === null ? '' : `, credit note ${creditNote}`}: ${parts.join(', ')}`
}

/** "coupon SUMMER-10 10 % −19.90 SEK". */
function reasonText(reason: PriceReason, money: (amount: Minor) => string): string {
  const percent = reason.percent === null ? null : `${reason.percent} %`
  const amount = reason.amountMinor > 0 ? `−${money(reason.amountMinor)}` : null
  return [reason.kind, reason.code, percent, amount].filter((part) => part !== null).join(' ')
}

function listCommand(): Command {
  return new Command('list')
    .description('print the latest orders, newest first; held orders oldest first')
    .addOption(new Option('--status <status>', 'only orders of this status').choices(orderStatuses))
    .option('--limit <count>', 'how many', readLimit, 20)
    .option('--json', 'print JSON')
    .action(async ({ status, limit, json }: { status?: OrderStatus; limit: number; json?: boolean }) => {
      if (status === 'held') {
        const held = await withShop(({ db }) => heldOrders(db, limit))
        return printTable(held.map(heldRow), { json, empty: 'No order is held.' })
      }
      const orders = await withShop(({ db }) => latestOrders(db, limit, status))
      printTable(
        orders.map((order) => ({
          number: order.number,
          store: order.store,
          status: order.status,
          total: toMajor(order.total_minor),
          currency: order.currency,
          placed: order.placed_at.toISOString(),
        })),
        { json, empty: status ? `No order is ${status}.` : 'No orders yet.' },
      )
    })
}

function heldRow({ store, ...order }: HeldOrder): Line {
  const ours = order.payment_provider === 'invoice' || order.payment_provider === 'none'
  const expires = order.placed_at.getTime() + storePolicies[store].heldOrderDays * 86_400_000
  return {
    number: order.number,
    store,
    total: toMajor(order.total_minor),
    currency: order.currency,
    placed: order.placed_at.toISOString(),
    'waits for': waitsFor(order.attempt_status, ours),
    expires: ours ? new Date(expires).toISOString() : null,
  }
}

function waitsFor(attempt: HeldOrder['attempt_status'], ours: boolean): string {
  if (attempt === 'review') return ours ? 'approval of the invoice' : 'review by the provider'
  return attempt === 'authorized' || attempt === 'captured'
    ? 'approval: paid after it had failed'
    : 'the payment does not match'
}
