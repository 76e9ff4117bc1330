/** The mail about a shipment: what is in the parcel, and where it can be tracked. */
import { fillMessage as fill } from '../../domain/content/message.ts'
import type { OrderSnapshot } from '../../domain/orders/order-snapshot.ts'
import type { StoredShipment } from '../../domain/shipments/shipment-repository.server.ts'
import type { ServicePoint } from '../../domain/shipping/service-point.ts'
import { stores } from '../../domain/stores/stores.ts'
import { textsOf } from '../../locales/texts.server.ts'
import { greeting } from './greeting.ts'
import { plainMail, type PlainMail, type Paragraph } from './plain-mail.ts'

/** A part of the order, its last part, or all of it at once. `isInvoiced`: an invoice is attached. */
export function shippedMail(
  { number, snapshot }: { number: string; snapshot: OrderSnapshot },
  shipment: StoredShipment,
  { isInvoiced }: { isInvoiced: boolean },
): PlainMail {
  const { store, customer } = snapshot
  const said = textsOf(store).mails.shipped
  const extent = shipment.isLast ? (shipment.number === 1 ? said.all : said.rest) : said.part
  return plainMail(store, fill(shipment.isLast ? said.subject : said.partSubject, { number }), [
    greeting(store, `${customer.firstName} ${customer.lastName}`.trim()),
    fill(extent, { number }),
    ...contents(snapshot, shipment),
    ...tracking(snapshot, shipment),
    ...(isInvoiced ? [said.invoice] : []),
    fill(said.questions, { phone: stores[store].phoneNumber }),
  ])
}

function contents({ store, lines }: OrderSnapshot, { units }: StoredShipment): Paragraph[] {
  const rows = lines.flatMap(({ uuid, name }) => {
    const quantity = units.get(uuid)
    return quantity === undefined ? [] : [`${quantity} × ${name}`]
  })
  return rows.length === 0 ? [] : [[textsOf(store).mails.shipped.lines, ...rows].join('\n')]
}

const pointFacts = ({ name, street, postalCode, city }: ServicePoint) => ({ name, street, postalCode, city })

function tracking(
  { store, shipping: { servicePoint } }: OrderSnapshot,
  { carrier, trackingNumber, trackingUrl }: StoredShipment,
): Paragraph[] {
  const said = textsOf(store).mails.shipped
  const facts = [
    ...(carrier ? [`${said.carrier}: ${carrier}`] : []),
    ...(trackingNumber ? [`${said.trackingNumber}: ${trackingNumber}`] : []),
  ]
  return [
    ...(facts.length > 0 ? [facts.join('\n')] : []),
    ...(trackingUrl ? [{ link: trackingUrl, words: said.track }] : []),
    ...(servicePoint ? [fill(said.servicePoint, pointFacts(servicePoint))] : []),
  ]
}
