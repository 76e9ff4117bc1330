import { expect, it } from 'vitest'
import { snapshotOf } from '../../test/order-fixture.ts'
import { shownPayment } from '../../domain/payments/shown-payment.ts'
import { greeting } from './greeting.ts'
import { orderMailRows } from './order-mail-rows.ts'

it('a mail greets by name, and without it if a mail client would show the name as a link', () => {
  expect(greeting('sv', ' Anna Åberg ')).toBe('Hej Anna Åberg!')
  expect(greeting('de', 'Dr.Müller')).toBe('Guten Tag Dr.Müller,')
  for (const name of ['', 'evil.com/win', 'https://evil.example', 'Anna evil.se'])
    expect([greeting('sv', name), greeting('de', name)]).toEqual(['Hej!', 'Guten Tag,'])
  const snapshot = snapshotOf('no')
  const customer = { ...snapshot.customer, firstName: 'Vinn', lastName: 'nå.shop' }
  const payment = shownPayment(snapshot.payment, null)
  const order = { number: 'N1', accessToken: 'x', snapshot: { ...snapshot, customer }, payment }
  expect(orderMailRows(order, 'http://shop.example', true).greeting).toBe('Hei!')
})
