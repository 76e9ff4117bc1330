/** `anode order ship`: staff hand parcels to a carrier. */
import { Command, InvalidArgumentError, Option } from 'commander'
import { shipOrder, type ShipAnswer } from '../../domain/dispatch/ship-order.server.ts'
import { toMajor } from '../../domain/money/money.ts'
import { carrierLogos, type CarrierLogo } from '../../domain/stores/store.ts'
import { printFacts } from '../output.ts'
import { Refusal } from '../refusal.ts'
import { withOrders } from './order-refund.ts'
import { toSku, type SkuUnits } from '../../domain/products/sku.ts'

interface ShipOptions {
  tracking?: string
  carrier?: CarrierLogo
  lines?: SkuUnits[]
  json?: boolean
}

export function shipCommand(): Command {
  return new Command('ship')
    .description(
      'ship an order or a part of it: its payment is captured or invoiced, and the buyer gets the tracking link',
    )
    .argument('<number>', 'order number, e.g. S100001')
    .option('--tracking <number>', 'the carrier’s number of the parcel; letters have none')
    .addOption(
      new Option('--carrier <name>', 'another carrier than that of the delivery method').choices(
        carrierLogos,
      ),
    )
    .option('--lines <sku:quantity...>', 'only these units; everything that is left by default', readLine)
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      '\nThe same tracking number ships once, however often the command runs. The first shipment includes fees, bought gift cards and the delivery.\nExamples:\n  anode order ship S100001 --tracking 00370724760123456789\n  anode order ship S100001 --tracking 0037072476 --carrier postnord --lines AA-4:2 9V-1:1',
    )
    .action(async (number: string, { tracking, carrier, lines, json }: ShipOptions) => {
      const wanted = number.trim().toUpperCase()
      const answer = await withOrders((services, actor) =>
        shipOrder(services, actor, {
          number: wanted,
          ...(tracking !== undefined && { trackingNumber: tracking }),
          ...(carrier && { carrier }),
          ...(lines && { lines }),
        }),
      )
      if (!answer.ok) throw new Refusal(refusalOf(answer))
      const { shipment, repeated } = answer
      printFacts(
        {
          order: wanted,
          shipment: shipment.number,
          status: shipment.isLast ? 'shipped' : 'partly shipped',
          units: [...shipment.units.values()].reduce((sum, units) => sum + units, 0),
          carrier: shipment.carrier,
          tracking: shipment.trackingUrl ?? shipment.trackingNumber,
          collects: toMajor(shipment.amountMinor),
          ...(repeated && { note: 'was shipped under this tracking number before' }),
        },
        { json },
      )
    })
}

function refusalOf(answer: Extract<ShipAnswer, { ok: false }>): string {
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
function readLine(text: string, before: SkuUnits[] = []) {
  const [, sku = '', quantity = '1'] = /^(.+?)(?::(\d{1,4}))?$/.exec(text) ?? []
  if (sku === '' || Number(quantity) < 1)
    throw new InvalidArgumentError('A sku and a quantity, such as AA-4:2.')
  return [...before, { sku: toSku(sku), quantity: Number(quantity) }]
}
