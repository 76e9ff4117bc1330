import { expect, it } from 'vitest'
import { minor, zeroMinor } from '../../domain/money/money.ts'
import { shownPayment } from '../../domain/payments/shown-payment.ts'
import { toProductId } from '../../domain/products/product-id.ts'
import { toSku } from '../../domain/products/sku.ts'
import type { StoredRefund } from '../../domain/refunds/refund-repository.server.ts'
import type { StoredShipment } from '../../domain/shipments/shipment-repository.server.ts'
import { snapshotOf } from '../../test/order-fixture.ts'
import { shownPictures, type MailPictures } from './mail-pictures.ts'
import { orderMailRows } from './order-mail-rows.ts'
import { orderMailText } from './order-mail-text.ts'
import { renderOrderMail } from './order-mail.tsx'
import { refundMail } from './refund-mail.ts'
import { shippedMail } from './shipped-mail.ts'

const snapshot = snapshotOf('sv')
const bare = { ...snapshot.lines[0]!, uuid: 'bare', sku: toSku('SKU-9'), productId: toProductId(9) }
const order = {
  number: 'S1',
  accessToken: 't',
  status: 'shipped' as const,
  snapshot: { ...snapshot, lines: [snapshot.lines[0]!, { ...bare, name: 'Utan bild' }] },
  payment: shownPayment('invoice', null),
}
const pictures: MailPictures = new Map([
  [toProductId(1), { alt: 'Två "AA" & laddare', content: Buffer.from('jpeg') }],
  [toProductId(2), { alt: 'Annan', content: Buffer.from('jpeg') }],
])
const pictured = { ...order, pictures }

const shipment: StoredShipment = {
  number: 1,
  carrier: null,
  trackingNumber: null,
  trackingUrl: null,
  amountMinor: minor(36_900),
  isLast: true,
  shippedAt: new Date(0),
  deliveredAt: null,
  units: new Map([
    ['l1', 2],
    ['bare', 1],
  ]),
}
const refundLine = { quantity: 1, amountMinor: minor(100), vatMinor: minor(20), vatRateBasisPoints: 2500 }
const refund = {
  number: 1,
  reason: 'withdrawal',
  creditNote: 1,
  recordedAt: new Date(0),
  lines: ['l1', 'bare'].map((uuid) => ({ uuid, ...refundLine })),
  shippingMinor: zeroMinor,
  shippingVatMinor: zeroMinor,
  amountMinor: minor(200),
  vatMinor: minor(40),
  toProviderMinor: minor(200),
  toGiftCardsMinor: zeroMinor,
} as StoredRefund
type Order = typeof order & { pictures?: MailPictures }
const confirmation = async (of: Order) => {
  const rows = orderMailRows(of, 'http://shop.example', true)
  return { html: await renderOrderMail(rows), text: orderMailText(rows) }
}
const mails: [string, (of: Order) => Promise<{ html: string; text: string }>][] = [
  ['confirmation', confirmation],
  ['shipment', async (of) => shippedMail(of, shipment, { coming: [], isInvoiced: false })],
  ['refund', async (of) => refundMail(of, refund)],
]

it.each(mails)(
  'the mail of a %s shows the picture of each product that has one, and is the same text',
  async (_name, mailOf) => {
    const [plain, { html, text }] = await Promise.all([mailOf(order), mailOf(pictured)])
    expect(text).toBe(plain.text)
    expect(plain.html).not.toContain('<img')
    const tags = html.match(/<img[^>]*>/g) ?? []
    expect(tags).toHaveLength(1)
    expect(tags[0]).toContain('src="cid:product-1@pictures"')
    expect(tags[0]).toMatch(/alt="Två (&quot;|&#34;)AA\1 (&amp;|&#38;) laddare"/)
    expect(tags[0]).toMatch(/width="48" height="48"/)
    expect(shownPictures(html, pictures)).toEqual([
      {
        filename: '1.jpg',
        contentType: 'image/jpeg',
        content: Buffer.from('jpeg'),
        cid: 'product-1@pictures',
      },
    ])
  },
)
