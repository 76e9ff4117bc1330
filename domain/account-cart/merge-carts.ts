/**
 * What becomes of two carts at a login: that of the device and that of the account (decision 75). Nothing is
 * lost, and merging again changes nothing, because a logout leaves the cart on the device (AUTH-14). Pure.
 */
import type { RequestedLine } from '../cart/cart-line.ts'
import { isSameCode } from '../coupons/discount-code.ts'

export interface MergeableCart {
  lines: readonly RequestedLine[]
  couponCodes: readonly string[]
}

/** Most lines and codes of a cart, as of a sync. */
const mostLines = 1000
const mostCodes = 50

const originFields = [
  'crossSellingProductId',
  'upsellingBundleId',
  'offerItemId',
  'subscriptionInterval',
  'accessoryId',
  'relatedId',
  'recommendedId',
] as const satisfies (keyof RequestedLine)[]

/** Lines with the same product and the same origin are one line (CART-02). */
const keyOf = (line: RequestedLine): string =>
  [line.productId, ...originFields.map((field) => line[field] || '')].join(' ')

/** Lines that the shopper chose: fees, and goods that a coupon added, are made anew by the sync. */
const isChosen = (line: RequestedLine): boolean => !line.fee && !line.addedByCoupon

/**
 * The lines of the device in their order, then those that only the account has. A line of both has the larger
 * quantity: their sum would double the cart at every login on the same device. Codes are united, those of the
 * device first; which of them hold together is decided by the evaluation of coupons. `newUuid` names a line
 * of the account whose uuid the device uses for another one.
 */
export function mergeCarts(
  device: MergeableCart,
  account: MergeableCart,
  newUuid: () => string,
): { lines: RequestedLine[]; couponCodes: string[] } {
  const lines: RequestedLine[] = []
  const places = new Map<string, number>()
  const uuids = new Set<string>()
  for (const line of [...device.lines, ...account.lines].filter(isChosen)) {
    const key = keyOf(line)
    const place = places.get(key)
    if (place !== undefined) {
      const known = lines[place]!
      lines[place] = { ...known, quantity: Math.max(known.quantity, line.quantity) }
      continue
    }
    const uuid = uuids.has(line.uuid) ? newUuid() : line.uuid
    uuids.add(uuid)
    places.set(key, lines.length)
    lines.push({ ...line, uuid })
  }
  const couponCodes: string[] = []
  for (const code of [...device.couponCodes, ...account.couponCodes])
    if (!couponCodes.some((known) => isSameCode(known, code))) couponCodes.push(code)
  return { lines: lines.slice(0, mostLines), couponCodes: couponCodes.slice(0, mostCodes) }
}
