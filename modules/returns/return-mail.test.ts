import { expect, it } from 'vitest'
import { minor } from '../../domain/money/money.ts'
import { toProductId } from '../../domain/products/product-id.ts'
import { toSku } from '../../domain/products/sku.ts'
import type { MailPictures } from '../../providers/mail/mail-pictures.ts'
import { snapshotOf } from '../../test/order-fixture.ts'
import { returnStepMail } from './return-mail.server.ts'

const snapshot = snapshotOf('sv')
const bare = { ...snapshot.lines[0]!, uuid: 'bare', sku: toSku('SKU-9'), productId: toProductId(9) }
const order = {
  number: 'S1',
  snapshot: { ...snapshot, lines: [snapshot.lines[0]!, { ...bare, name: 'Utan bild' }] },
}
const pictures: MailPictures = new Map([[toProductId(1), { alt: 'Två', content: Buffer.from('jpeg') }]])
const returned = {
  id: 'S1-R1',
  orderNumber: 'S1',
  store: 'sv',
  status: 'registered',
  labelToken: 't',
  comment: '',
  refundNumber: null,
  exchangeOrder: null,
  refundsShipping: true,
  rejection: null,
  registeredAt: new Date(0),
  items: ['SKU-1', 'SKU-9'].map((sku) => ({
    sku: toSku(sku),
    name: sku,
    quantity: 1,
    reason: 'defective',
    transport: 'parcel',
    exchange: null,
  })),
  amountMinor: minor(100),
} as Parameters<typeof returnStepMail>[2]

it('the mail of a return shows the picture of each product that has one, and is the same text', () => {
  const mailOf = (of: Parameters<typeof returnStepMail>[0]) =>
    returnStepMail(of, 'registered', returned, 'http://shop.example', true)
  const [plain, { html, text }] = [mailOf(order), mailOf({ ...order, pictures })]
  expect(text).toBe(plain.text)
  expect(plain.html).not.toContain('<img')
  expect(html.match(/<img[^>]*>/g)).toEqual([expect.stringContaining('src="cid:product-1@pictures"')])
})
