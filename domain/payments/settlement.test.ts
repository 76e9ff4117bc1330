import { minor } from '../money/money.ts'
import { describe, expect, it } from 'vitest'
import { createInvoiceProvider } from '../../providers/invoice/invoice-provider.ts'
import { snapshotOf } from '../../test/order-fixture.ts'
import type { OrderSnapshot } from '../orders/order-snapshot.ts'
import type { PaymentProvider } from './payment-provider.ts'
import { settlementAtOnce } from './settlement.ts'

const now = Date.parse('2026-11-20T09:00:00Z')
const invoice = createInvoiceProvider({ db: {} as never, clock: () => now }, 'invoice')
const order = (snapshot: OrderSnapshot) => ({
  credit: null,
  providerOrderId: 'invoice-1',
  snapshot,
  snapshotHash: 'a'.repeat(64),
})

describe('an order that we settle ourselves', () => {
  it('is received from the start, and owes its confirmation', () => {
    expect(settlementAtOnce(invoice, order(snapshotOf('sv')), now)).toEqual({
      attempt: 'authorized',
      order: 'received',
      data: { attempt: 'authorized' },
      mails: ['confirmation'],
      at: '2026-11-20T09:00:00.000Z',
      paidAt: null,
    })
  })

  it('is held where its lines do not add up to its total', () => {
    expect(
      settlementAtOnce(invoice, order(snapshotOf('sv', { totalMinor: minor(36_901) })), now),
    ).toMatchObject({
      attempt: 'mismatch',
      order: 'held',
      data: { problem: 'amount' },
      mails: [],
      at: null,
    })
  })

  it('sends the codes of gift cards at once where nothing is left to pay, and not for an invoice', () => {
    const { lines } = snapshotOf('sv')
    const card = { lines: lines.map((line) => ({ ...line, kind: 'giftCard' as const })) }
    const none = createInvoiceProvider({ db: {} as never, clock: () => now }, 'none')
    const free = snapshotOf('sv', { ...card, payment: 'none' })
    expect(settlementAtOnce(none, order(free), now)).toMatchObject({
      mails: ['confirmation', 'gift-cards'],
      paidAt: '2026-11-20T09:00:00.000Z',
    })
    expect(settlementAtOnce(invoice, order(snapshotOf('sv', card)), now)).toMatchObject({
      mails: ['confirmation'],
    })
  })

  it('waits where the records belong to another company', () => {
    const klarna = { id: 'klarna' } as PaymentProvider
    expect(settlementAtOnce(klarna, order(snapshotOf('sv')), now)).toBeNull()
    expect(settlementAtOnce(undefined, order(snapshotOf('sv')), now)).toBeNull()
  })
})
