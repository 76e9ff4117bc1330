/** The answer to "where is my order?": sentences made of the order's facts, in the language of its store. Pure. */
import type { Translate } from '../../texts.tsx'
import type { OrderPageData } from './order-words.ts'

type Facts = Pick<
  OrderPageData,
  | 'number'
  | 'status'
  | 'placedAt'
  | 'customer'
  | 'delivery'
  | 'deliveredAt'
  | 'lines'
  | 'shipments'
  | 'currency'
> & { refunds: readonly Pick<OrderPageData['refunds'][number], 'amount' | 'at'>[] }

interface Words {
  t: Translate
  date: (day: string) => string
  money: (amount: number, currency: string) => string
}

/** One paragraph per fact. */
export function orderAnswer(order: Facts, { t, date, money }: Words): string {
  const { number, status, shipments, delivery, lines } = order
  const goods = lines.filter(({ kind }) => kind === 'goods')
  const names = new Map(goods.map(({ uuid, name }) => [uuid, name]))
  const left = goods.filter(({ open }) => open > 0)
  const isOpen = status === 'received' || status === 'processing'
  const expected = arrivalOf(delivery.arrival, date)
  const paragraphs = [
    t('answer.greeting', { name: order.customer.name }),
    t(`answer.status_${status}`, {
      number,
      placed: date(order.placedAt),
      delivered: order.deliveredAt === null ? '' : date(order.deliveredAt),
    }),
    ...shipments.map(({ shippedAt: at, units, trackingNumber: tracking, trackingUrl: url }) =>
      [
        t('answer.shipped', {
          date: date(at),
          goods: units.map(({ uuid, quantity }) => `${quantity} × ${names.get(uuid) ?? ''}`).join(', '),
        }),
        tracking !== null && t('answer.tracking', { number: tracking }),
        url,
      ]
        .filter(Boolean)
        .join('\n'),
    ),
    isOpen &&
      shipments.length > 0 &&
      left.length > 0 &&
      t('answer.left', {
        goods: left.map(({ open, name }) => `${open} × ${name}`).join(', '),
      }),
    (isOpen || status === 'shipped') && expected !== null && t('answer.expected', { days: expected }),
    ...order.refunds.map(({ amount, at }) =>
      t('answer.refunded', { amount: money(amount, order.currency), date: date(at) }),
    ),
  ]
  return paragraphs.filter((paragraph) => typeof paragraph === 'string').join('\n\n')
}

function arrivalOf(arrival: OrderPageData['delivery']['arrival'], date: Words['date']): string | null {
  if (arrival === null) return null
  const { from, to } = arrival
  return from === to ? date(from) : `${date(from)} – ${date(to)}`
}
