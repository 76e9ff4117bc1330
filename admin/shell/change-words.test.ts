import { expect, it } from 'vitest'
import english from '../../locales/en/admin.json'
import contact from '../../modules/contact/texts/en.staff.json'
import { translator } from '../../ui/translator.ts'
import type { AdminKey } from '../texts.tsx'
import { listWords } from './resource-words.ts'
import { changedFields, fieldText, paymentStatusText, type RecordedChange } from './change-words.ts'

const t = translator<AdminKey>({ ...english, ...contact }, 'en-GB')
const words = {
  t,
  money: (amount: number, currency: string) => `${currency} ${amount.toFixed(2)}`,
  currencyOf: (store: string) => (store === 'de' ? 'EUR' : 'SEK'),
  nameOf: (store: string) => (store === 'de' ? 'Deutschland' : 'Sverige'),
  number: (value: number) => String(value),
  date: (moment: string) => `day ${moment.slice(0, 10)}`,
  dateTime: (moment: string) => `time ${moment}`,
  lists: listWords(t, [], null),
}
const lines = (change: Partial<RecordedChange>) =>
  changedFields({ before: null, after: null, store: 'sv', ...change }, words).map(
    ({ label, before, after }) => `${label}: ${before ?? '–'} → ${after ?? '–'}`,
  )

it('shows amounts in the currency of the store, and codes in words', () => {
  expect(
    lines({
      before: { status: 'received' },
      after: { status: 'shipped', totalMinor: 105_600, attempt: 'part_refunded', reason: 'price_reduction' },
    }),
  ).toEqual([
    'Status: Received → Shipped',
    'Total: – → SEK 1056.00',
    'Payment: – → Partly refunded',
    'Reason: – → Price reduction',
  ])
  expect(lines({ after: { amountMinor: 3800 }, store: null })).toEqual(['Amount: – → 38'])
  expect(lines({ after: { return: 'S100001-R1' } })).toEqual(['Return: – → S100001-R1'])
})

it('names the table of a saved view and what it keeps, in words', () => {
  const filters = ['q', 'filter.email', 'filter.waiting_days', 'sort', 'columns', 'density', 'filter.new_one']
  expect(lines({ after: { table: 'orders', filters, isShared: true }, store: null })).toEqual([
    'Table: – → Orders',
    'Filters: – → Search, Email, Waiting for days, Sorting, Columns, Display, filter new one',
    'Share with all staff: – → Yes',
  ])
  expect(lines({ before: { table: 'stock' }, store: null })).toEqual(['Table: Stock → –'])
})

it('names filters of lists that the person may not read', () => {
  const named = (table: string, ...names: string[]) =>
    lines({ after: { table, filters: names.map((name) => `filter.${name}`) }, store: null })[1]
  expect(named('coupons', 'state')).toBe('Filters: – → State')
  expect(named('messages', 'received', 'topic')).toBe('Filters: – → Received, Topic')
})

it('names fields of products, coupons and jobs, counts pictures, and leaves out what stays empty', () => {
  const source = 'picture:7eba35972113120fe83530131ece21fc86968ee5c967b846fd085693894bf29c'
  expect(
    lines({
      before: { photos: [{ alt: null, source }], 'sv.description': '' },
      after: {
        photos: [
          { alt: null, source },
          { alt: null, source },
        ],
        'sv.vatPercent': 25,
      },
    }),
  ).toEqual(['Pictures: 1 picture → 2 pictures', 'Sverige: VAT in percent: – → 25'])
  expect(lines({ after: { terms: { percentage_discount: 10 }, stores: [] }, store: null })).toEqual([
    'Discount: – → Percentage off: 10',
  ])
  expect(lines({ after: { 'budbee-home.freeFrom': 321 } })).toEqual(['budbee-home: Free from: – → 321'])
  const account = (value: string) => [
    { label: 'Bankgiro', value },
    { label: 'BIC', value: 'ESSESESS' },
  ]
  expect(lines({ before: { accounts: account('1-2') }, after: { accounts: account('3-4') } })).toEqual([
    'Bank accounts: Bankgiro 1-2; BIC ESSESESS → Bankgiro 3-4; BIC ESSESESS',
  ])
  expect(lines({ before: { minimumMinor: 9900 }, after: { minimumMinor: 14_900 } })).toEqual([
    'Minimum: SEK 99.00 → SEK 149.00',
  ])
  expect(lines({ after: { stores: ['de', 'sv'], kind: 'import-rollback' }, store: null })).toEqual([
    'Stores: – → Deutschland, Sverige',
    'Kind: – → Rollback of an import',
  ])
})

it('says codes of products, roles, keys, costs and discounts in words', () => {
  expect(
    lines({
      before: { EUR: 390 },
      after: { EUR: 410, type: 'standard', condition: 'new', price_minor: 4900, kind: 'normal' },
    }),
  ).toEqual([
    'EUR: EUR 3.90 → EUR 4.10',
    'Kind: – → Product',
    'Condition: – → New',
    'Price: – → SEK 49.00',
    'Kind: – → Normal price',
  ])
  expect(lines({ after: { roles: ['service:sv', 'owner:de'], discounts: { B2: 800 } } })).toEqual([
    'Roles: – → Customer service (Sverige), Owner (Deutschland)',
    'Customer discounts: – → B2: 8 %',
  ])
  expect(lines({ after: { keys: ['username', 'webhook_secret'], discounts: {} } })).toEqual([
    'Keys: – → Username, Webhook secret',
  ])
  expect(
    lines({
      after: { deliveryAddress: { firstName: 'Bo', lastName: 'Ek', city: 'Solna', isDefault: true } },
    }),
  ).toEqual(['Delivery address: – → Bo Ek, Solna (default)'])
})

it('leaves out what did not change', () => {
  expect(
    lines({ before: { status: 'shipped', rows: [1] }, after: { status: 'shipped', rows: [1] } }),
  ).toEqual([])
})

it('shows prices by quantity, and days of campaigns', () => {
  const before = {
    normal: [
      { priceMinor: 125_050, minQuantity: 1 },
      { priceMinor: 277, minQuantity: 5 },
    ],
  }
  const after = {
    normal: [],
    campaign: { priceMinor: 100, minQuantity: 1, startsAt: '2026-11-28T00:00:00Z', endsAt: null },
  }
  expect(lines({ before, after, store: 'de' })).toEqual([
    'Price: EUR 1250.50; 5: EUR 2.77 → –',
    'Campaign price: – → EUR 1.00 (day 2026-11-28 – )',
  ])
  expect(lines({ after: { 'de.prices': [{ p: 3.5, q: 1 }] }, store: null })).toEqual([
    'Deutschland: Price: – → EUR 3.50',
  ])
})

it('names what a move into the shop records', () => {
  const after = {
    title: 'Villkor',
    next_order: 104_001,
    next_invoice: 4001,
    orders: ['S1'],
    provider: 'stripe',
  }
  expect(lines({ after, store: null }).map((line) => line.split(':')[0])).toEqual(
    expect.arrayContaining(['Title', 'Next order', 'Next invoice', 'Orders', 'Payment provider']),
  )
})

it('names unknown fields and states in plain letters', () => {
  expect(fieldText('stock_reason')).toBe('stock reason')
  expect(lines({ after: { bankEntry: { dueOn: '2026-11-28', isOpen: true } } })).toEqual([
    'bank entry: – → due on: day 2026-11-28; is open: Yes',
  ])
  expect(paymentStatusText(t, 'unheard_of')).toBe('unheard_of')
})
