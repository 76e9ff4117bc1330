import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { snapshotOf } from '../../test/order-fixture.ts'
import { toSku } from '../products/sku.ts'
import { addMinor, minor, multiplyMinor, subtractMinor, sumMinor } from '../money/money.ts'
import type { OrderLine } from '../orders/order-snapshot.ts'
import { openUnits } from './order-units.ts'
import { chooseUnits, shipmentPart, type PartedOrder } from './shipment-part.ts'

/** What of the lines was not shipped yet. */
const unitsLeft = (lines: Parameters<typeof openUnits>[0]['lines'], shipped: ReadonlyMap<string, number>) =>
  openUnits({ status: 'received', lines }, { shipments: [{ units: shipped }], refunds: [] })

const [sample] = snapshotOf('sv').lines

interface LineInput {
  quantity: number
  unit: number
  discountShare: number
  vatRate: number
  kind: OrderLine['kind']
}

const lineInput = fc.record({
  quantity: fc.integer({ min: 1, max: 12 }),
  unit: fc.integer({ min: 0, max: 99_999 }),
  discountShare: fc.integer({ min: 0, max: 100 }),
  vatRate: fc.constantFrom(0, 700, 1900, 2500),
  kind: fc.constantFrom<OrderLine['kind'][]>('goods', 'goods', 'goods', 'fee', 'giftCard'),
})

function orderOf(
  inputs: readonly LineInput[],
  shippingMinor: number,
  cardShares: readonly number[],
): PartedOrder {
  const lines = inputs.map(({ quantity, unit, discountShare, vatRate, kind }, index): OrderLine => {
    const whole = quantity * unit
    const total = whole - Math.floor((whole * discountShare) / 100)
    return {
      ...sample!,
      uuid: `l${index}`,
      sku: toSku(`SKU-${index}`),
      kind,
      quantity,
      unitMinor: minor(unit),
      lineTotalMinor: minor(whole),
      totalMinor: minor(total),
      vatMinor: minor(Math.round((total * vatRate) / (10_000 + vatRate))),
      vatRateBasisPoints: vatRate,
    }
  })
  const shipping = {
    ...snapshotOf('sv').shipping,
    priceMinor: minor(shippingMinor),
    vatMinor: minor(Math.round(shippingMinor / 5)),
  }
  let open = addMinor(sumMinor(lines.map(({ totalMinor }) => totalMinor)), shipping.priceMinor)
  const giftCards = cardShares.map((share, id) => {
    const amountMinor = minor(Math.floor((open * share) / 100))
    open = subtractMinor(open, amountMinor)
    return { id, hint: `CARD${id}`, amountMinor }
  })
  return { lines, shipping, giftCards }
}

describe('the parts of an order’s shipments', () => {
  it('add up exactly to the order, its VAT and its gift cards, however it is split', () => {
    fc.assert(
      fc.property(
        fc.array(lineInput, { minLength: 1, maxLength: 6 }),
        fc.integer({ min: 0, max: 20_000 }),
        fc.array(fc.integer({ min: 0, max: 100 }), { maxLength: 3 }),
        fc.array(fc.array(fc.integer({ min: 0, max: 5 }), { minLength: 6, maxLength: 6 }), { maxLength: 6 }),
        (inputs, shippingMinor, cardShares, splits) => {
          const order = orderOf(inputs, shippingMinor, cardShares)
          const shipped = new Map<string, number>()
          const parts: ReturnType<typeof shipmentPart>[] = []
          const ship = (units: Map<string, number>) => {
            parts.push(shipmentPart(order, shipped, units, { isFirst: parts.length === 0 }))
            for (const [uuid, quantity] of units) shipped.set(uuid, (shipped.get(uuid) ?? 0) + quantity)
          }
          for (const split of splits) {
            const left = unitsLeft(order.lines, shipped)
            ship(new Map([...left].map(([uuid, units], index) => [uuid, Math.min(units, split[index] ?? 0)])))
          }
          ship(unitsLeft(order.lines, shipped))

          const lines = parts.flatMap((part) => part.lines)
          const vatMinor = sumMinor(order.lines.map((line) => line.vatMinor))
          expect(sumMinor(lines.map((line) => line.vatMinor))).toBe(
            vatMinor + (shippingMinor > 0 ? order.shipping.vatMinor : 0),
          )
          const total = sumMinor([...order.lines.map((line) => line.totalMinor), order.shipping.priceMinor])
          const byCards = sumMinor((order.giftCards ?? []).map(({ amountMinor }) => amountMinor))
          expect(sumMinor(parts.map(({ amountMinor }) => amountMinor))).toBe(total - byCards)
          for (const { amountMinor } of parts) expect(amountMinor).toBeGreaterThanOrEqual(0)
          for (const line of lines) {
            expect(line.totalMinor).toBe(
              subtractMinor(multiplyMinor(line.unitMinor, line.quantity), line.discountMinor),
            )
            expect(line.discountMinor).toBeGreaterThanOrEqual(0)
          }
        },
      ),
    )
  })

  it('include fees, bought gift cards and the delivery with the first shipment only', () => {
    const order = orderOf(
      [
        { quantity: 2, unit: 100, discountShare: 0, vatRate: 2500, kind: 'goods' },
        { quantity: 1, unit: 750, discountShare: 0, vatRate: 1900, kind: 'fee' },
        { quantity: 1, unit: 5000, discountShare: 0, vatRate: 0, kind: 'giftCard' },
      ],
      4900,
      [],
    )
    const one = new Map([['l0', 1]])
    const first = shipmentPart(order, new Map(), one, { isFirst: true })
    const second = shipmentPart(order, one, one, { isFirst: false })
    expect(first.lines.map(({ kind }) => kind)).toEqual(['goods', 'fee', 'gift_card', 'shipping'])
    expect([first.amountMinor, second.amountMinor]).toEqual([100 + 750 + 5000 + 4900, 100])
  })
})

describe('the units of a shipment', () => {
  const line = (uuid: string, sku: string, quantity: number, kind: OrderLine['kind'] = 'goods') => ({
    uuid,
    sku: toSku(sku),
    quantity,
    kind,
  })
  const lines = [line('a', 'AA-4', 3), line('b', 'AA-4', 2), line('c', 'PANT', 1, 'fee')]

  it('are found by sku over several lines, and never more than are left', () => {
    const left = unitsLeft(lines, new Map())
    expect(chooseUnits(lines, left, [{ sku: toSku('AA-4'), quantity: 4 }])).toEqual({
      ok: true,
      units: new Map([
        ['a', 3],
        ['b', 1],
      ]),
    })
    const twice = [
      { sku: toSku('AA-4'), quantity: 3 },
      { sku: toSku('AA-4'), quantity: 3 },
    ]
    expect(chooseUnits(lines, left, twice)).toEqual({
      ok: false,
      code: 'too_many_units',
      sku: 'AA-4',
      left: 5,
    })
    expect(chooseUnits(lines, left, [{ sku: toSku('PANT'), quantity: 1 }])).toMatchObject({
      code: 'unknown_sku',
    })
    for (const quantity of [0, -1, 1.5, Number.NaN])
      expect(chooseUnits(lines, left, [{ sku: toSku('AA-4'), quantity }])).toMatchObject({
        code: 'bad_quantity',
      })
  })
})
