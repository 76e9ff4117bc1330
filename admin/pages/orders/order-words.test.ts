import { expect, it } from 'vitest'
import english from '../../../locales/en/admin.json'
import { translator } from '../../../ui/translator.ts'
import { mailName } from './order-words.ts'

const t = translator(english, 'en-GB')

it.each([
  ['confirmation', 'Order confirmation'],
  ['shipped-2', 'Shipment 2'],
  ['gift-card-sent-12', 'Gift card sent 12'],
  ['return-received-1', 'Return received 1'],
  ['unheard-of', 'unheard-of'],
])('names the mail %s as %s', (kind, name) => {
  expect(mailName(t, kind)).toBe(name)
})
