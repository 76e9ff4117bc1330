/** `anode order ship`: staff hand parcels to a carrier. */
import { Command, Option } from 'commander'
import { shipOrder } from '../../domain/dispatch/ship-order.server.ts'
import { toMajor } from '../../domain/money/money.ts'
import { knownCarriers } from '../../domain/provider-accounts/account-provider.ts'
import type { CarrierId } from '../../domain/stores/store.ts'
import { printFacts } from '../../sdk/command-output.ts'
import { Refusal } from '../../sdk/refusal.ts'
import { bookAndPrint, parsePostNumber, type BookOptions } from './order-parcel.ts'
import { withOrders } from '../with-orders.ts'
import { readLine, shipRefusal } from './ship-input.ts'

interface ShipOptions extends BookOptions {
  tracking?: string
  carrier?: CarrierId
  book?: boolean
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
        knownCarriers,
      ),
    )
    .addOption(
      new Option('--book', 'book the parcel with the carrier of the delivery method').conflicts([
        'tracking',
        'carrier',
      ]),
    )
    .option('--label <file>', 'with --book: write the label (PDF) to this file')
    .option(
      '--post-number <number>',
      'with --book: the buyer’s DHL Postnummer, for a Packstation; by default the one on the order',
      parsePostNumber,
    )
    .option(
      '--lines <sku:quantity...>',
      'only these units; by default everything that is left, of a divided order its next delivery',
      readLine,
    )
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      '\nThe same tracking number ships once, however often the command runs. The first shipment includes fees, bought gift cards and the delivery.\nExamples:\n  anode order ship S100001 --tracking 00370724760123456789\n  anode order ship S100001 --tracking 0037072476 --carrier postnord --lines AA-4:2 9V-1:1\n  anode order ship S100001 --book --label label.pdf',
    )
    .action(async (number: string, options: ShipOptions) => {
      const { tracking, carrier, lines, json, book } = options
      const wanted = number.trim().toUpperCase()
      if (book) return bookAndPrint(wanted, options, { ships: true })
      if (options.label !== undefined || options.postNumber !== undefined)
        throw new Refusal('--label and --post-number belong to --book.')
      const answer = await withOrders((services, actor) =>
        shipOrder(services, actor, {
          number: wanted,
          ...(tracking !== undefined && { trackingNumber: tracking }),
          ...(carrier && { carrier }),
          ...(lines && { lines }),
        }),
      )
      if (!answer.ok) throw new Refusal(shipRefusal(answer))
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
