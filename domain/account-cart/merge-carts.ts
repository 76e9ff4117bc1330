/**
 * What becomes of two carts at a login: that of the device and that of the account (decision 75). Only what was
 * removed or lowered on the device is lost, and merging again changes nothing, because a logout leaves the cart on the device (AUTH-14). Pure.
 */
import { originFields, type RequestedLine } from '../cart/cart-line.ts'
import { isSameCode } from '../coupons/discount-code.ts'

export interface MergeableCart {
  lines: readonly RequestedLine[]
  couponCodes: readonly string[]
}

export interface DeviceCart extends MergeableCart {
  /** Uuids of lines that the device had when its customer logged out, and that were removed from it since. */
  removedLines: readonly string[]
  /** Lines whose quantity was lowered on the device since then: by uuid, the quantity at the logout. */
  loweredLines: ReadonlyMap<string, number>
}

/** Most lines and codes of a cart, as of a sync. */
const mostLines = 1000
const mostCodes = 50

/** Lines with the same product and the same origin are one line (CART-02). */
const keyOf = (line: RequestedLine): string =>
  JSON.stringify([line.productId, ...originFields.map((field) => line[field] || null)])

/** Lines that the shopper chose: fees, and goods that a coupon added, are made anew by the sync. */
const isChosen = (line: RequestedLine): boolean => !line.fee && !line.addedByCoupon

/**
 * The lines of the device in their order, then those that only the account has. A line of both has the larger
 * quantity: their sum would double the cart at every login on the same device. Codes are united, those of the
 * device first; which of them hold together is decided by the evaluation of coupons. `newUuid` names a line
 * of the account whose uuid the device uses for another one. Lines that were removed from the device since the customer
 * logged out of it are removed from the account too; a line that another device has made its own is kept. Of a line that
 * was lowered on the device the lower quantity holds, unless another device has changed it since.
 */
export function mergeCarts(
  device: DeviceCart,
  account: MergeableCart,
  newUuid: () => string,
): { lines: RequestedLine[]; couponCodes: string[] } {
  const lines: RequestedLine[] = []
  const places = new Map<string, number>()
  const uuids = new Set<string>()
  const removed = new Set(device.removedLines)
  const ofAccount = account.lines
    .filter(({ uuid }) => !removed.has(uuid))
    .map((line) => {
      if (device.loweredLines.get(line.uuid) !== line.quantity) return line
      return device.lines.find(({ uuid }) => uuid === line.uuid) ?? line
    })
  for (const line of [...device.lines, ...ofAccount].filter(isChosen)) {
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
