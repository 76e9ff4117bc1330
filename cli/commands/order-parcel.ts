/** `anode order book`, `label` and `unbook`: parcels that are booked with a carrier. */
import { writeFile } from 'node:fs/promises'
import { Command, InvalidArgumentError } from 'commander'
import {
  bookShipment,
  type BookShipmentAnswer,
  type BookShipmentInput,
} from '../../domain/dispatch/book-shipment.server.ts'
import { findOrderByNumber } from '../../domain/orders/order-repository.server.ts'
import { cancelParcel, labelOf } from '../../domain/parcels/book-parcel.server.ts'
import { parcelNote } from '../../domain/parcels/parcel-note.ts'
import { parcelsOf, type StoredParcel } from '../../domain/parcels/parcel-repository.server.ts'
import type { SkuUnits } from '../../domain/products/sku.ts'
import { readPostNumber } from '../../domain/shipping/post-number.ts'
import { storePolicies } from '../../domain/stores/stores.ts'
import { printFacts } from '../../sdk/command-output.ts'
import { Refusal } from '../../sdk/refusal.ts'
import { withOrders } from '../with-orders.ts'
import { readLine, shipRefusal } from './ship-input.ts'

export interface BookOptions {
  lines?: SkuUnits[]
  label?: string
  postNumber?: string
  json?: boolean
}

export const readOrderNumber = (text: string): string => text.trim().toUpperCase()

/** DHL's Postnummer. */
export function parsePostNumber(text: string): string {
  const number = readPostNumber(text)
  if (number === null) throw new InvalidArgumentError('A number of 6 to 10 digits.')
  return number
}

export function bookCommand(): Command {
  return new Command('book')
    .description('book the parcel of an order, or of a part of it, with its carrier, without shipping it yet')
    .argument('<number>', 'order number, e.g. S100001', readOrderNumber)
    .option('--lines <sku:quantity...>', 'only these units; everything that is left by default', readLine)
    .option('--label <file>', 'write the label (PDF) to this file')
    .option(
      '--post-number <number>',
      'the buyer’s DHL Postnummer, for a Packstation; by default the one on the order',
      parsePostNumber,
    )
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      '\nanode order ship NUMBER --book then ships the parcel under its tracking number.\nExample:\n  anode order book S100001 --label label.pdf',
    )
    .action((number: string, options: BookOptions) => bookAndPrint(number, options, { ships: false }))
}

export function labelCommand(): Command {
  return new Command('label')
    .description('write the label of an order’s latest parcel to a file')
    .argument('<number>', 'order number, e.g. S100001', readOrderNumber)
    .option('--parcel <reference>', 'another parcel, or that of a return, e.g. S100001-P1 or S100001-R1')
    .option('--out <file>', 'the file; REFERENCE.pdf by default')
    .option('--note <file>', 'also write the note to pack with it: contents, dangerous goods, customs data')
    .action(async (number: string, options: { parcel?: string; out?: string; note?: string }) => {
      const { out, note } = options
      const file = await withOrders(async (services) => {
        const order = await findOrderByNumber(services.db, number)
        if (!order) throw new Refusal('There is no such order.')
        const parcels = await parcelsOf(services.db, order.id)
        const wanted = options.parcel && readOrderNumber(options.parcel)
        const parcel = parcels.findLast(
          ({ reference, status }) => status === 'booked' && (!wanted || reference === wanted),
        )
        if (!parcel) throw new Refusal('No such parcel of this order is booked.')
        if (note !== undefined) {
          if (parcel.direction === 'return') throw new Refusal('Parcels of returns have no note.')
          const { dispatch } = storePolicies[parcel.store]
          await writeFile(note, await services.renderParcelNote(parcelNote(order.snapshot, parcel, dispatch)))
        }
        const label = await labelOf(services, parcel)
        if (!label) throw new Refusal('Its carrier gives no label now: try again later.')
        const path = out ?? `${parcel.reference}.pdf`
        await writeFile(path, label)
        return path
      })
      printFacts({ order: number, label: file, ...(note !== undefined && { note }) })
    })
}

export function unbookCommand(): Command {
  return new Command('unbook')
    .description('cancel the parcel of an order that is booked and not shipped')
    .argument('<number>', 'order number, e.g. S100001', readOrderNumber)
    .option('--return <return>', 'the parcel of this return, e.g. S100001-R1', readOrderNumber)
    .action(async (number: string, options: { return?: string }) => {
      const answer = await withOrders((services, actor) =>
        cancelParcel(services, actor, { number, returnId: options.return ?? null }),
      )
      if (!answer.ok) throw new Refusal(cancelRefusal(answer))
      printFacts({
        order: number,
        parcel: answer.parcel.reference,
        status: 'cancelled',
        note: {
          cancelled: null,
          unused: 'its carrier has no cancellation: do not use the label',
          abandoned: 'its carrier had not answered: a label may exist there that nobody uses',
        }[answer.state],
      })
    })
}

/** Books, writes the label and prints what was done; with `ships` the order is shipped too. */
export async function bookAndPrint(
  number: string,
  { lines, label, postNumber, json }: BookOptions,
  { ships }: Pick<BookShipmentInput, 'ships'>,
): Promise<void> {
  const { answer, file } = await withOrders(async (services, actor) => {
    const booked = await bookShipment(services, actor, {
      number,
      ships,
      ...(lines && { lines }),
      ...(postNumber !== undefined && { customerNumber: postNumber }),
    })
    const bytes = booked.ok && label !== undefined ? await labelOf(services, booked.parcel) : null
    if (bytes && label !== undefined) await writeFile(label, bytes)
    return { answer: booked, file: bytes ? label : undefined }
  })
  if (!answer.ok) throw new Refusal(bookRefusal(answer))
  const { parcel, shipment } = answer
  if (shipment && !shipment.ok)
    throw new Refusal(
      `${parcel.reference} is booked, but the order could not be shipped: ${shipRefusal(shipment)} Cancel the parcel with anode order unbook.`,
    )
  printFacts(
    {
      order: number,
      parcel: parcel.reference,
      carrier: parcel.carrier,
      status: statusText(parcel),
      tracking: parcel.trackingUrl ?? parcel.trackingNumber,
      'dangerous goods': parcel.dangerousGoods.map(({ unNumber }) => unNumber).join(', ') || null,
      customs: parcel.customs ? `VOEC ${parcel.customs.number}` : null,
      ...(shipment?.ok && { shipment: shipment.shipment.number }),
      ...(label !== undefined && { label: file ?? 'not available yet: anode order label' }),
    },
    { json },
  )
}

function statusText({ status, isShipped }: StoredParcel): string {
  if (isShipped) return 'booked and shipped'
  return status === 'booked'
    ? 'booked'
    : 'waits for the carrier: it is asked again every minute, or run the command again'
}

function bookRefusal(answer: Extract<BookShipmentAnswer, { ok: false }>): string {
  switch (answer.code) {
    case 'not_bookable':
      return 'The shop cannot book with the carrier of this delivery: ship it with --tracking.'
    case 'not_carried':
      return `The delivery method does not carry this parcel: ${answer.names.join(', ')}.`
    case 'parcel_open':
      return `${answer.reference} is booked and not shipped: ship it, or cancel it with anode order unbook.`
    case 'carrier_refused':
      return `The carrier refused the parcel: ${answer.reason}`
    case 'no_customs_terms':
      return 'The parcel crosses a customs border under other terms than VOEC (consumers in Norway who paid in NOK): declare it yourself and ship with --tracking.'
    case 'voec_not_registered':
      return 'The store sends from abroad and has no VOEC number (domain/stores).'
    case 'voec_limit':
      return `Worth 3,000 NOK or more an item, which VOEC excludes: ${answer.skus.join(', ')}. Declare it for import and ship with --tracking.`
    case 'hs_code_missing':
      return `Without a tariff code (hsCode), which customs requires: ${answer.skus.join(', ')}.`
    default:
      return shipRefusal(answer)
  }
}

function cancelRefusal(answer: Extract<Awaited<ReturnType<typeof cancelParcel>>, { ok: false }>): string {
  switch (answer.code) {
    case 'unknown_order':
      return 'There is no such order.'
    case 'nothing_open':
      return 'No parcel of it is booked that has not been shipped.'
    case 'carrier_unavailable':
      return 'The carrier does not answer: try again later.'
    case 'carrier_refused':
      return `The carrier refused the cancellation: ${answer.reason}`
  }
}
