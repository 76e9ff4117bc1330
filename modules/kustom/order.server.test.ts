import { expect, it } from 'vitest'
import { checkoutAnswerSchema, managedAnswerSchema, recordOfCheckout, recordOfOrder } from './order.server.ts'

const order = {
  order_id: 'order-1',
  status: 'AUTHORIZED',
  fraud_status: 'ACCEPTED',
  purchase_currency: 'sek',
  order_amount: 29800,
  captured_amount: 0,
  refunded_amount: 0,
  remaining_authorized_amount: 29800,
}
const stateOf = (changes: object) => recordOfOrder(managedAnswerSchema.parse({ ...order, ...changes })).state

it.each([
  [{}, 'authorized'],
  [{ status: 'authorized', fraud_status: undefined }, 'authorized'],
  [{ fraud_status: 'PENDING' }, 'review'],
  [{ fraud_status: 'REJECTED' }, 'failed'],
  [{ status: 'PART_CAPTURED', captured_amount: 100 }, 'captured'],
  [{ status: 'CAPTURED', captured_amount: 29800 }, 'captured'],
  [{ status: 'CAPTURED', captured_amount: 29800, refunded_amount: 1 }, 'part_refunded'],
  [{ status: 'CAPTURED', captured_amount: 29800, refunded_amount: 29800 }, 'refunded'],
  [{ status: 'CLOSED', captured_amount: 29800 }, 'captured'],
  [{ status: 'CLOSED' }, 'cancelled'],
  [{ status: 'CANCELLED' }, 'cancelled'],
  [{ status: 'EXPIRED' }, 'expired'],
])('reads an order with %o as %s', (changes, state) => {
  expect(stateOf(changes)).toBe(state)
})

it.each([
  ['checkout_incomplete', 'open'],
  ['CHECKOUT_INCOMPLETE', 'open'],
  ['checkout_complete', 'pending'],
])('reads a checkout that is %s as %s', (status, state) => {
  const answer = { order_id: 'order-1', status, purchase_currency: 'SEK', order_amount: 1 }
  expect(recordOfCheckout(checkoutAnswerSchema.parse(answer)).state).toBe(state)
})

it('does not guess what an unknown status means', () => {
  expect(() => stateOf({ status: 'SETTLED' })).toThrow('unknown order status: SETTLED')
})

it('reads no hash from merchant data that the shop did not write', () => {
  const hashOf = (merchant_data: string) =>
    recordOfOrder(managedAnswerSchema.parse({ ...order, merchant_data })).snapshotHash
  expect(hashOf('{"hash":"abc"}')).toBe('abc')
  expect(['', 'abc', '{}', '{"hash":1}', 'null'].map(hashOf)).toEqual([null, null, null, null, null])
})

it('reads a German address with a street and a number of its own', () => {
  const billing_address = { street_name: 'Hauptstraße', street_number: '5', country: 'de' }
  expect(recordOfOrder(managedAnswerSchema.parse({ ...order, billing_address })).billing).toMatchObject({
    street: 'Hauptstraße 5',
    countryCode: 'DE',
    email: null,
  })
})

it('names the payment method of an order, and the lender of credit', () => {
  const meansOf = (type?: string) =>
    recordOfOrder(managedAnswerSchema.parse({ ...order, ...(type && { initial_payment_method: { type } }) }))
      .means
  expect(meansOf('CARD')).toEqual({ kind: 'card', label: null })
  expect(meansOf('swish')).toEqual({ kind: 'swish', label: null })
  expect(meansOf('INVOICE')).toEqual({ kind: 'invoice', label: 'Klarna' })
  expect(meansOf('INVOICE_BUSINESS')).toEqual({ kind: 'invoice', label: 'Billie' })
  expect([meansOf('SOMETHING_NEW'), meansOf()]).toEqual([null, null])
})
