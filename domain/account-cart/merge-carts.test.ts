import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { RequestedLine } from '../cart/cart-line.ts'
import { toProductId } from '../products/product-id.ts'
import { mergeCarts } from './merge-carts.ts'

/** `2×5` is five of product 2; `2×5/3 months` of a subscription, `2×5+7` an accessory of product 7. */
function lineOf(text: string, owner: string): RequestedLine {
  const [, product, quantity, interval, accessory] = /^(\d+)×(\d+)(?:\/([^+]+))?(?:\+(\d+))?$/.exec(text)!
  return {
    uuid: `${owner}-${text}`,
    productId: toProductId(Number(product)),
    quantity: Number(quantity),
    ...(interval !== undefined && { subscriptionInterval: interval }),
    ...(accessory !== undefined && { accessoryId: toProductId(Number(accessory)) }),
  }
}
const cartOf = (text: string, owner: string, codes = '') => ({
  removedLines: [],
  loweredLines: new Map(),
  lines: text
    .split(' ')
    .filter(Boolean)
    .map((part) => lineOf(part.replaceAll('_', ' '), owner)),
  couponCodes: codes.split(' ').filter(Boolean),
})
const shown = ({ lines }: { lines: readonly RequestedLine[] }) =>
  lines
    .map(
      ({ productId, quantity, subscriptionInterval, accessoryId }) =>
        `${productId}×${quantity}${subscriptionInterval ? `/${subscriptionInterval.replaceAll(' ', '_')}` : ''}${accessoryId ? `+${accessoryId}` : ''}`,
    )
    .join(' ')

it.each([
  ['a guest without a cart gets that of the account', '', '1×2 2×1', '1×2 2×1'],
  ['an account without a cart takes that of the device', '1×2 2×1', '', '1×2 2×1'],
  ['different goods are united, those of the device first', '2×1', '1×2', '2×1 1×2'],
  ['the larger quantity holds, of the account', '1×2', '1×5', '1×5'],
  ['the larger quantity holds, of the device', '1×5', '1×2', '1×5'],
  ['equal carts stay as they are', '1×2 2×1', '2×1 1×2', '1×2 2×1'],
  ['a subscription is a line of its own', '1×2/3_months', '1×2', '1×2/3_months 1×2'],
  ['equal subscriptions are one line', '1×1/3_months', '1×2/3_months', '1×2/3_months'],
  ['different intervals are different lines', '1×1/3_months', '1×1/6_months', '1×1/3_months 1×1/6_months'],
  ['lines of another origin stay apart', '1×1+7', '1×1 1×2+7', '1×2+7 1×1'],
  ['two equal lines of one cart become one', '1×1 1×3', '', '1×3'],
])('at a login %s', (_, device, account, merged) => {
  const [ofDevice, ofAccount] = [cartOf(device, 'device'), cartOf(account, 'account')]
  const once = mergeCarts(ofDevice, ofAccount, () => 'new')
  expect(shown(once)).toBe(merged)
  // The cart stays on the device at logout: the next login must not add it again.
  expect(mergeCarts({ ...once, removedLines: [], loweredLines: new Map() }, once, () => 'new')).toEqual(once)
  const uuids = once.lines.map(({ uuid }) => uuid)
  expect(new Set(uuids).size).toBe(uuids.length)
})

it('at a login cards for different recipients are different lines, and those for the same one are one', () => {
  const card = (uuid: string, name: string) => ({
    uuid,
    productId: toProductId(1),
    quantity: 1,
    giftRecipient: { name, email: 'eva@example.se', deliverOn: '2026-12-24', greeting: '' },
  })
  const merged = mergeCarts(
    {
      removedLines: [],
      loweredLines: new Map(),
      lines: [card('a', 'Eva'), card('b', 'Kaj')],
      couponCodes: [],
    },
    { lines: [card('c', 'Kaj'), { ...card('d', ''), giftRecipient: null }], couponCodes: [] },
    () => 'new',
  )
  expect(merged.lines.map(({ uuid }) => uuid)).toEqual(['a', 'b', 'd'])
})

it.each([
  ['', '', []],
  ['TIO', '', ['TIO']],
  ['', 'TIO', ['TIO']],
  ['TIO HEJ', 'hej NY', ['TIO', 'HEJ', 'NY']],
])('codes %j of the device and %j of the account are united', (device, account, merged) => {
  const answer = mergeCarts(cartOf('', 'd', device), cartOf('', 'a', account), () => 'new')
  expect(answer.couponCodes).toEqual(merged)
})

it('leaves out what the server adds itself, and gives no two lines one uuid', () => {
  const gift = { ...lineOf('3×1', 'x'), addedByCoupon: 'GIFT' }
  const fee = { ...lineOf('4×1', 'x'), fee: 'deposit' }
  const clash = { ...lineOf('2×1', 'a'), uuid: 'device-1×1' }
  const device = cartOf('1×1', 'device')
  const merged = mergeCarts(
    { ...device, lines: [...device.lines, gift, fee] },
    { lines: [clash], couponCodes: [] },
    () => 'new',
  )
  expect(merged.lines.map(({ uuid }) => uuid)).toEqual(['device-1×1', 'new'])
})

/** A cart of few products, so that two carts meet in many of them. */
const anyCart = (owner: string) =>
  fc
    .array(fc.record({ product: fc.integer({ min: 1, max: 6 }), quantity: fc.integer({ min: 1, max: 9 }) }), {
      maxLength: 6,
    })
    .map((lines) => ({
      lines: lines.map(({ product, quantity }, index) => ({
        ...lineOf(`${product}×${quantity}`, owner),
        uuid: `${owner}-${index}`,
      })),
      couponCodes: [],
    }))

it('a line removed on the device since the logout leaves the account, and nothing else does', () => {
  fc.assert(
    fc.property(
      anyCart('device'),
      anyCart('account'),
      fc.infiniteStream(fc.boolean()),
      (device, account, choices) => {
        const gone = account.lines.filter(() => choices.next().value)
        const removedLines = [...gone.map(({ uuid }) => uuid), 'unknown']
        const merged = mergeCarts({ ...device, removedLines, loweredLines: new Map() }, account, () => 'new')
        const kept = [...device.lines, ...account.lines.filter((line) => !gone.includes(line))]
        const most = new Map<number, number>()
        for (const { productId, quantity } of kept)
          most.set(productId, Math.max(most.get(productId) ?? 0, quantity))
        expect(new Map(merged.lines.map(({ productId, quantity }) => [Number(productId), quantity]))).toEqual(
          most,
        )
        // The next login finds the removed lines gone.
        expect(mergeCarts({ ...merged, removedLines, loweredLines: new Map() }, merged, () => 'new')).toEqual(
          merged,
        )
      },
    ),
  )
})

it.each([
  ['the lower quantity of the device holds', 2, 5, 5, 2],
  ['another device has raised it since: the larger one holds', 2, 5, 7, 7],
  ['another device has lowered it further since: the larger one holds', 2, 5, 1, 2],
])('of a line that was lowered on the device since the logout %s', (_, now, atLogout, onAccount, merged) => {
  const own = lineOf(`1×${now}`, 'own')
  const device = {
    lines: [own],
    couponCodes: [],
    removedLines: [],
    loweredLines: new Map([[own.uuid, atLogout]]),
  }
  const account = { lines: [{ ...own, quantity: onAccount }, lineOf('2×1', 'account')], couponCodes: [] }
  expect(shown(mergeCarts(device, account, () => 'new'))).toBe(`1×${merged} 2×1`)
})
