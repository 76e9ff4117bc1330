import { expect, it } from 'vitest'
import { namesCustomer, viewNamesCustomer } from './names-customer.ts'

const customer = {
  email: 'anna.berg@example.se',
  firstName: 'Anna',
  lastName: 'Berg',
  companyName: 'Bergs El AB',
  phone: '+46701234567',
}
const nobody = { email: 'erik@example.se', firstName: '', lastName: '', companyName: null, phone: '' }

it.each(['Anna.Berg@Example.se', 'mail anna.berg@example.se', 'berg  anna', 'ANNA BERG', 'bergs el ab'])(
  '“%s” names the customer',
  (text) => expect(namesCustomer(text, customer)).toBe(true),
)

it.each(['070-123 45 67', '0046701234567', '701234567'])('the telephone number %s is theirs', (text) =>
  expect(namesCustomer(text, customer)).toBe(true),
)

it.each(['Anna', 'Berg', 'Anna Bergman', '4567', 'S701234567', '070-123 45 68', 'paid', ''])(
  '“%s” names nobody in particular',
  (text) => expect(namesCustomer(text, customer)).toBe(false),
)

it('what a customer has not given is named by nothing', () => {
  for (const text of ['', ' ', '0', '+']) expect(namesCustomer(text, nobody)).toBe(false)
})

it.each([
  ['note:=Anna Berg', true],
  ['length:1..2,note:=Berg Anna', true],
  ['note:=anna.berg@example.se%2C ringer', true],
  ['phone:=070-123 45 67', true],
  ['note:=Anna Bergman', false],
  ['note:=', false],
])('a view that wants the fields “%s” looks for the customer: %s', (terms, is) => {
  const query = new URLSearchParams({ 'filter.field': terms }).toString()
  expect(viewNamesCustomer({ name: 'Mina', query }, customer)).toBe(is)
})
