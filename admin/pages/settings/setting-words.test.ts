import { expect, it } from 'vitest'
import english from '../../../locales/en/admin.json'
import { translator } from '../../../ui/translator.ts'
import type { AdminKey } from '../../texts.tsx'
import { settingLabel } from './setting-words.ts'

const words = {
  t: translator<AdminKey>(english, 'en-GB'),
  methods: [{ id: 'budbee-home', name: 'Budbee, home', aboveGrams: [5000, 10_000] }],
}

it.each([
  ['company', 'vatNumber', 'VAT number'],
  ['company', 'postalCode', 'Postal code'],
  ['bank', 'accounts', 'Bank accounts'],
  ['bank', 'accounts.1', 'Bank accounts'],
  ['mail', 'name', 'Name of the sender'],
  ['legal', 'notes', 'Statements, one a line'],
  ['invoices', 'reminderDays', 'Reminders, days after the due date'],
  ['invoices', 'onlyMethod', 'Sell on invoice alone'],
  ['orders', 'minimumMinor', 'Minimum'],
  ['products', 'requiresStatutoryData', 'Do not sell products that lack statutory data'],
  ['dispatch', 'voecNumber', 'VOEC number'],
  ['parcels', 'shipsByHand', 'Ship by tracking number alone'],
  ['shipping', 'methods.budbee-home.freeFrom', 'Budbee, home: Free from'],
  ['shipping', 'methods.budbee-home.heavier', 'Budbee, home: Over 5 kg, Over 10 kg'],
  ['shipping', 'budbee-home', 'Budbee, home'],
  ['credit', 'guest.approvedOrders', 'Without account: Approved, number'],
  ['credit', 'business', 'Business account'],
  ['refunds', 'approvalAbove', 'Approved by a second person above'],
] as const)('a field of %s, %s, has the label of the form', (section, path, label) => {
  expect(settingLabel(section, path, words)).toBe(label)
})
