import { minor } from '../money/money.ts'
import { expect, it } from 'vitest'
import { storePolicies } from '../stores/stores.ts'
import { decideCredit } from './decide-credit.ts'

const { network, guest } = storePolicies.sv.orderLimits
const limits = { credit: guest.credit, network }
const owes = (kronor: number, orders = 1) => ({ minor: minor(kronor * 100), orders })

it('approves an invoice up to the limit of one order, and sends larger ones to review', () => {
  expect(decideCredit(limits, minor(2_500_000), { identity: owes(0, 0) })).toBe('approved')
  expect(decideCredit(limits, minor(2_500_001), { identity: owes(0, 0) })).toBe('review')
})

it('counts open credit under each key, by sum and by number', () => {
  for (const kind of ['identity', 'email', 'address'] as const) {
    expect(decideCredit(limits, minor(100_00), { [kind]: owes(24_900, 4) })).toBe('approved')
    expect(decideCredit(limits, minor(100_01), { [kind]: owes(24_900, 4) })).toBe('review')
    expect(decideCredit(limits, minor(100_00), { [kind]: owes(500, 5) })).toBe('review')
    expect(decideCredit(limits, minor(100_00), { [kind]: owes(49_900, 7) })).toBe('review')
    expect(decideCredit(limits, minor(100_01), { [kind]: owes(49_900, 7) })).toBe('refused')
    expect(decideCredit(limits, minor(100_00), { [kind]: owes(500, 8) })).toBe('refused')
  }
  expect(decideCredit(limits, minor(100_00), { identity: owes(0, 0), email: owes(500, 8) })).toBe('refused')
})

it('refuses a network with too much open credit, and never holds an order for it', () => {
  expect(decideCredit(limits, minor(100_00), { network: owes(149_900, 149) })).toBe('approved')
  expect(decideCredit(limits, minor(100_01), { network: owes(149_900, 149) })).toBe('refused')
  expect(decideCredit(limits, minor(100_00), { network: owes(500, 150) })).toBe('refused')
})
