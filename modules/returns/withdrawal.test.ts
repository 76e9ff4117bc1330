import { describe, expect, it } from 'vitest'
import { toSku } from '../../domain/products/sku.ts'
import { isWithdrawalRefunded } from './withdrawal.ts'

const [battery, charger] = [toSku('BATTERY'), toSku('CHARGER')]
const item = (sku: typeof battery, quantity: number) => ({ sku, name: sku, quantity })
const order = (refunded: { battery?: number; charger?: number }, more: object = {}) => ({
  lines: [
    { sku: battery, quantity: 2, refunded: refunded.battery ?? 0 },
    { sku: charger, quantity: 1, refunded: refunded.charger ?? 0 },
  ],
  closed: [],
  wasRefundedSince: false,
  ...more,
})

describe('the money of a withdrawal is back', () => {
  it('once the units that it names are refunded', () => {
    const declared = { goods: '', items: [item(battery, 1)] }
    expect(isWithdrawalRefunded(declared, order({ charger: 1 }))).toBe(false)
    expect(isWithdrawalRefunded(declared, order({ battery: 1 }))).toBe(true)
  })

  it('not by units that another withdrawal was closed for', () => {
    const declared = { goods: '', items: [item(battery, 1)] }
    const closed = [{ items: [item(battery, 1)] }]
    expect(isWithdrawalRefunded(declared, order({ battery: 1 }, { closed }))).toBe(false)
    expect(isWithdrawalRefunded(declared, order({ battery: 2 }, { closed }))).toBe(true)
  })

  it('of the whole order once all of it is refunded', () => {
    const declared = { goods: '', items: [] }
    expect(isWithdrawalRefunded(declared, order({ battery: 2 }))).toBe(false)
    expect(isWithdrawalRefunded(declared, order({ battery: 2, charger: 1 }))).toBe(true)
  })

  it('of goods in words after any refund since', () => {
    const declared = { goods: 'det stora batteriet', items: [] }
    expect(isWithdrawalRefunded(declared, order({ battery: 2, charger: 1 }))).toBe(false)
    expect(isWithdrawalRefunded(declared, order({}, { wasRefundedSince: true }))).toBe(true)
  })
})
