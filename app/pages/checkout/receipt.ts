/** What of an order its receipt shows: nothing that the page does not print reaches the browser. */
import type { StoredOrder } from '../../../domain/orders/order-repository.server.ts'
import type { OrderSnapshot } from '../../../domain/orders/order-snapshot.ts'
import { shownStatus, type ShownOrderStatus } from '../../../domain/orders/order-states.ts'

export interface Receipt {
  number: string
  status: ShownOrderStatus
  email: string
  /** Lines of the postal address. */
  address: string[]
  lines: Pick<
    OrderSnapshot['lines'][number],
    | 'uuid'
    | 'kind'
    | 'name'
    | 'slug'
    | 'quantity'
    | 'unitMinor'
    | 'beforeUnitMinor'
    | 'lineTotalMinor'
    | 'reasons'
  >[]
  deductions: { code: string; label: string; amountMinor: number }[]
  shipping: {
    name: string
    priceMinor: number
    /** First to last day of arrival in words, as the server writes them: browsers space them otherwise. */
    arrival: string
    /** Where it is collected. */
    point: string | null
  }
  payment: OrderSnapshot['payment']
  sumMinor: number
  totalMinor: number
  vatPerRate: OrderSnapshot['vatPerRate']
  placedAt: string
}

function arrivalDays(iso: string, { from, to }: { from: string; to: string }): string {
  const days = new Intl.DateTimeFormat(iso, {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    timeZone: 'UTC',
  })
  return days.formatRange(new Date(from), new Date(to))
}

export function receiptOf({ number, status, snapshot }: StoredOrder, iso: string): Receipt {
  const { customer, address, shipping } = snapshot
  const point = shipping.servicePoint
  return {
    number,
    status: shownStatus(status),
    email: customer.email,
    address: [
      customer.companyName,
      `${customer.firstName} ${customer.lastName}`,
      address.street,
      `${address.postalCode} ${address.city}`,
    ].filter((line): line is string => line !== null && line !== ''),
    lines: snapshot.lines.map(
      ({ uuid, kind, name, slug, quantity, unitMinor, beforeUnitMinor, lineTotalMinor, reasons }) => ({
        uuid,
        kind,
        name,
        slug,
        quantity,
        unitMinor,
        beforeUnitMinor,
        lineTotalMinor,
        reasons,
      }),
    ),
    deductions: snapshot.deductions.map(({ code, label, amountMinor }) => ({ code, label, amountMinor })),
    shipping: {
      name: shipping.name,
      priceMinor: shipping.priceMinor,
      arrival: arrivalDays(iso, shipping.arrival),
      point: point && `${point.name}, ${point.street}, ${point.city}`,
    },
    payment: snapshot.payment,
    sumMinor: snapshot.sumMinor,
    totalMinor: snapshot.totalMinor,
    vatPerRate: snapshot.vatPerRate,
    placedAt: snapshot.placedAt,
  }
}
