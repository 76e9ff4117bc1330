import { expect, it } from 'vitest'
import type { ProductReferences } from '../../../contract/admin/product-page.ts'
import type { EditedRecord } from './product-draft.ts'
import { afterRefusal, attributeIn, beginEdit, conflictsOf, saveOf, withAttribute } from './variant-rows.ts'

const references: ProductReferences = {
  brands: [],
  categories: [],
  attributes: [{ code: 'length_cm', kind: 'number', unit: 'cm', names: {}, values: [] }],
  vat: { sv: 25 },
}
const section = (price: number, discontinued = false) => ({
  name: 'Cable',
  slug: 'cable',
  description: '',
  vatPercent: 25,
  prices: [
    { q: 1, p: price },
    { q: 10, p: 5 },
  ],
  stock: { available: 3, discontinued },
})
const stored: EditedRecord = {
  sku: 'C-1',
  type: 'variant',
  variantOf: 'C',
  categories: [],
  attributes: { length_cm: 50 },
  stores: { sv: section(10) },
}
const begun = () => beginEdit(stored, ['sv', 'no'], references)
const priced = (price: string) => {
  const edit = begun()
  return {
    ...edit,
    draft: { ...edit.draft, stores: { ...edit.draft.stores, sv: { ...edit.draft.stores['sv']!, price } } },
  }
}

it('sends the whole record of a variant, with the tiers that the grid does not show', () => {
  const edit = priced('12,50')
  const { record, expected } = saveOf(
    { ...edit, draft: withAttribute(edit.draft, 'length_cm', '100') },
    references,
  )
  expect(expected).toBe(stored)
  expect(record).toMatchObject({
    sku: 'C-1',
    variantOf: 'C',
    attributes: { length_cm: 100 },
    stores: {
      sv: {
        prices: [
          { q: 1, p: 12.5 },
          { q: 10, p: 5 },
        ],
        stock: { discontinued: false },
      },
    },
  })
  expect(Object.keys(record['stores'] as object)).toEqual(['sv'])
})

it('adds an attribute that the variant did not have', () => {
  const draft = withAttribute(begun().draft, 'colour', 'red')
  expect(attributeIn(draft, 'colour')).toBe('red')
  expect(attributeIn(draft, 'length_cm')).toBe('50')
})

it('keeps both versions of a row that somebody else has saved, field by field', () => {
  const current = { ...stored, stores: { sv: section(11, true) } }
  const refused = afterRefusal(
    priced('12'),
    { ok: false, status: 409, code: 'changed_meanwhile', details: { current } },
    references,
  )
  expect(conflictsOf(refused, references).map(({ path }) => path)).toEqual(['stores.sv.price'])
  const sent = (side: 'mine' | 'theirs') =>
    saveOf({ ...refused, chosen: { 'stores.sv.price': side } }, references)
  expect(sent('mine').expected).toBe(current)
  expect(sent('mine').record).toMatchObject({ stores: { sv: { prices: [{ p: 12 }, {}] } } })
  // The other person has hidden it, which this one did not touch.
  expect(sent('theirs').record).toMatchObject({
    stores: { sv: { prices: [{ p: 11 }, {}], stock: { discontinued: true } } },
  })
})

it('keeps the draft of a row that was refused for another reason', () => {
  const refusal = { ok: false, status: 409, code: 'import_running', details: {} } as const
  const refused = afterRefusal(priced('12'), refusal, references)
  expect(refused).toMatchObject({ current: null, refusal, draft: { stores: { sv: { price: '12' } } } })
})
