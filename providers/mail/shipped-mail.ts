/** The mail about a shipment: what is in the parcel, what is still to come, and where the parcel can be tracked. */
import { carrierName } from '../../domain/shipping/carrier-name.ts'
import { namedUnits, type ComingLine } from '../../domain/dispatch/still-to-come.ts'
import { fillMessage as fill } from '../../domain/content/message.ts'
import type { OrderSnapshot } from '../../domain/orders/order-snapshot.ts'
import type { StoredShipment } from '../../domain/shipments/shipment-repository.server.ts'
import { servicePointText } from '../../domain/shipping/service-point.ts'
import { stores } from '../../domain/stores/stores.ts'
import { textsOf } from '../../locales/texts.server.ts'
import { greeting } from './greeting.ts'
import { dayRange } from './interval-words.ts'
import { pictureOfLine } from './mail-pictures.ts'
import { shippedPayment, type PaidOrder } from './payment-words.ts'
import { plainMail, type PlainMail, type Paragraph } from './plain-mail.ts'

/**
 * A part of the order, its last part, or all of it at once. `coming`: what is left after it; `isInvoiced`: an invoice is
 * attached.
 */
export function shippedMail(
  order: PaidOrder & { number: string },
  shipment: StoredShipment,
  { coming, isInvoiced }: { coming: readonly ComingLine[]; isInvoiced: boolean },
): PlainMail {
  const { number, snapshot } = order
  const { store, customer } = snapshot
  const said = textsOf(store).mails.shipped
  const extent = shipment.isLast ? (shipment.number === 1 ? said.all : said.rest) : said.part
  return plainMail(store, fill(shipment.isLast ? said.subject : said.partSubject, { number }), [
    greeting(store, `${customer.firstName} ${customer.lastName}`.trim()),
    fill(extent, { number }),
    ...contents(order, shipment),
    ...rest(order, coming),
    ...tracking(snapshot, shipment),
    [shippedPayment(order), ...(isInvoiced ? [said.invoice] : [])].join('\n'),
    fill(said.questions, { phone: stores[store].phoneNumber }),
  ])
}

function contents(order: PaidOrder, { units }: StoredShipment): Paragraph[] {
  const { snapshot } = order
  const rows = namedUnits(snapshot, units).map(({ uuid, name, quantity }) => ({
    text: `${quantity} × ${name}`,
    picture: pictureOfLine(order, uuid),
  }))
  return rows.length === 0 ? [] : [{ title: textsOf(snapshot.store).mails.shipped.lines, rows }]
}

/** The lines still to come, each with its days of arrival. */
function rest(order: PaidOrder, coming: readonly ComingLine[]): Paragraph[] {
  const { store } = order.snapshot
  const { shipped, order: words } = textsOf(store).mails
  const rows = coming.map(({ uuid, name, quantity, arrival }) => {
    const days = arrival ? fill(words.arrives, { days: dayRange(store, arrival) }) : shipped.unknown
    return { text: `${quantity} × ${name}: ${days}`, picture: pictureOfLine(order, uuid) }
  })
  return rows.length === 0 ? [] : [{ title: shipped.coming, rows }]
}

function tracking(
  { store, shipping: { servicePoint } }: OrderSnapshot,
  { carrier, trackingNumber, trackingUrl }: StoredShipment,
): Paragraph[] {
  const said = textsOf(store).mails.shipped
  const facts = [
    ...(carrier ? [`${said.carrier}: ${carrierName(carrier)}`] : []),
    ...(trackingNumber ? [`${said.trackingNumber}: ${trackingNumber}`] : []),
  ]
  return [
    ...(facts.length > 0 ? [facts.join('\n')] : []),
    ...(trackingUrl ? [{ link: trackingUrl, words: said.track }] : []),
    ...(servicePoint
      ? [fill(said.servicePoint, { point: servicePointText(servicePoint, stores[store]) })]
      : []),
  ]
}
