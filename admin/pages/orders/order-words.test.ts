import { expect, it } from 'vitest'
import english from '../../../locales/en/admin.json'
import { translator } from '../../../ui/translator.ts'
import type { AdminKey } from '../../texts.tsx'
import { mailName } from '../../shell/mail-words.ts'
import { addressText } from './order-words.ts'

const t = translator<AdminKey>(english, 'en-GB')

it.each([
  ['confirmation', 'Order confirmation'],
  ['shipped-2', 'Shipment 2'],
  ['gift-card-sent-12', 'Gift card sent 12'],
  ['return-received-1', 'Return received 1'],
  ['unheard-of', 'unheard-of'],
])('names the mail %s as %s', (kind, name) => {
  expect(mailName(t, kind)).toBe(name)
})

it('names the country of an address in the language of the person', () => {
  const address = {
    name: 'Anna Schmidt',
    firstName: 'Anna',
    lastName: 'Schmidt',
    company: null,
    street: 'Probeweg 4',
    postalCode: '10115',
    city: 'Berlin',
    country: 'DE',
  }
  expect(addressText(address, 'en-GB')).toBe('Anna Schmidt\nProbeweg 4\n10115 Berlin\nGermany')
  expect(addressText({ ...address, country: 'Deutschland' }, 'sv-SE')).toMatch(/Deutschland$/)
})
