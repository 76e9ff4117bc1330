import { minor } from '../../domain/money/money.ts'
import { describe, expect, it } from 'vitest'
import type { OrderLine } from '../../domain/orders/order-snapshot.ts'
import {
  checkReturn,
  refundOfReturn,
  refundReasonOf,
  returnableLines,
  returnClosed,
  skusInReturns,
  type ReturnItem,
  type ReturnOrder,
  type ReturnStatus,
} from './return.ts'
import { toSku } from '../../domain/products/sku.ts'

const timeZone = 'Europe/Stockholm'
/** The evening of 1 October, summer time; winter time begins on the 25th. */
const deliveredAt = Date.UTC(2026, 9, 1, 21, 30)

const line = (sku: string, quantity: number, more: Partial<OrderLine> = {}) =>
  ({ uuid: `u-${sku}`, sku, name: `Vara ${sku}`, kind: 'goods', quantity, ...more }) as OrderLine
const order = (more: Partial<ReturnOrder> = {}): ReturnOrder => ({
  status: 'delivered',
  deliveredAt,
  timeZone,
  lines: [line('A', 3), line('B', 1)],
  returns: [],
  refunds: [],
  ...more,
})
const item = (sku: string, quantity: number): ReturnItem => ({
  sku: toSku(sku),
  quantity,
  reason: 'changed_mind',
})
const units = (of: ReturnOrder) => Object.fromEntries(returnableLines(of).map((l) => [l.sku, l.quantity]))

describe('the return period', () => {
  it('[RETURN-03] is open on day 30 after the delivery and closed on day 31, by the store’s calendar', () => {
    const lastSecond = Date.UTC(2026, 9, 31, 22, 59, 59)
    expect(returnClosed(order(), lastSecond)).toBeNull()
    expect(returnClosed(order(), lastSecond + 1000)).toBe('too_late')
    expect(checkReturn(order(), [item('A', 1)], lastSecond + 1000)).toMatchObject({ code: 'too_late' })
  })

  it('starts with the delivery', () => {
    for (const status of ['received', 'shipped', 'cancelled', 'pending'] as const)
      expect(returnClosed(order({ status, deliveredAt: null }), deliveredAt)).toBe('not_delivered')
    expect(returnClosed(order({ status: 'returned' }), deliveredAt)).toBe('nothing_left')
  })
})

describe('what can be returned', () => {
  it('[RETURN-01] is what was delivered less what was returned or is in transit', () => {
    const status = 'registered' as const
    expect(units(order())).toEqual({ A: 3, B: 1 })
    expect(
      units(order({ returns: [{ status, refundNumber: null, items: [item('A', 2), item('B', 1)] }] })),
    ).toEqual({ A: 1 })
    expect(
      units(order({ returns: [{ status: 'rejected', refundNumber: null, items: [item('A', 2)] }] })),
    ).toEqual({ A: 3, B: 1 })
  })

  it('counts products that were refunded without a return, and a return’s own refund once', () => {
    const lines = [
      {
        uuid: 'u-A',
        sku: toSku('A'),
        quantity: 1,
        returned: 1,
        amountMinor: minor(1),
        vatMinor: minor(0),
        vatRateBasisPoints: 0,
      },
    ]
    const refunds = [{ number: 1, lines }]
    expect(units(order({ refunds }))['A']).toBe(2)
    const returns = [{ status: 'refunded' as const, refundNumber: 1, items: [item('A', 1)] }]
    expect(units(order({ refunds, returns }))['A']).toBe(2)
  })

  it('lists the skus in open returns, which are neither refunded nor rejected', () => {
    const of = (status: ReturnStatus, sku: string) => ({ status, items: [item(sku, 1)] })
    const returns = [of('registered', 'A'), of('received', 'B'), of('refunded', 'C'), of('rejected', 'D')]
    expect([...skusInReturns(returns)]).toEqual(['A', 'B'])
  })

  it('is products only: no gift cards, no deposits; two lines of one sku are one', () => {
    const lines = [
      line('G', 1, { kind: 'giftCard' }),
      line('P', 1, { kind: 'fee' }),
      line('A', 1),
      line('A', 2, { uuid: 'u2' }),
    ]
    expect(units(order({ lines }))).toEqual({ A: 3 })
    expect(checkReturn(order({ lines }), [item('G', 1)], deliveredAt)).toMatchObject({ code: 'unknown_line' })
  })
})

describe('a return', () => {
  const check = (...items: ReturnItem[]) => checkReturn(order(), items, deliveredAt)

  it('[RETURN-04] needs at least one line', () => {
    expect(check()).toEqual({ ok: false, code: 'no_items', sku: null })
    expect(check(item('A', 1))).toMatchObject({ ok: true, lines: [{ sku: toSku('A'), name: 'Vara A' }] })
  })

  it('is limited to the available units, also when it contains one sku twice', () => {
    expect(check(item('A', 3), item('B', 1))).toMatchObject({ ok: true })
    expect(check(item('A', 4))).toEqual({ ok: false, code: 'too_many_units', sku: 'A' })
    expect(check(item('A', 2), item('A', 2))).toMatchObject({ code: 'too_many_units' })
    expect(check(item('C', 1))).toEqual({ ok: false, code: 'unknown_line', sku: 'C' })
  })
})

describe('the refund of a return', () => {
  it('requests the order’s lines that are not refunded yet', () => {
    const lines = [line('A', 2, { uuid: 'u1' }), line('A', 2, { uuid: 'u2' })]
    const back = [
      {
        uuid: 'u1',
        sku: toSku('A'),
        quantity: 1,
        returned: 1,
        amountMinor: minor(1),
        vatMinor: minor(0),
        vatRateBasisPoints: 0,
      },
    ]
    const refunds = [{ number: 1, lines: back }]
    expect(refundOfReturn({ lines, refunds }, [item('A', 1), item('A', 2)])).toEqual({
      lines: [
        { uuid: 'u1', quantity: 1 },
        { uuid: 'u2', quantity: 2 },
      ],
    })
  })

  it('is a complaint only if the shop is liable for all of it', () => {
    expect(refundReasonOf([{ reason: 'defective' }, { reason: 'wrong_item' }])).toBe('complaint')
    expect(refundReasonOf([{ reason: 'defective' }, { reason: 'changed_mind' }])).toBe('withdrawal')
  })
})
