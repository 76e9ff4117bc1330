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
  expect(mergeCarts(once, once, () => 'new')).toEqual(once)
  const uuids = once.lines.map(({ uuid }) => uuid)
  expect(new Set(uuids).size).toBe(uuids.length)
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
