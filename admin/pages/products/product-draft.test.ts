import { describe, expect, it } from 'vitest'
import type { ProductReferences } from '../../../contract/admin/product-page.ts'
import { productFields, type ProductFieldName } from '../../../domain/catalogue/product-fields.ts'
import { changedFields, fieldText } from '../../shell/change-words.ts'
import { draftOf, plainFields, recordOf } from './product-draft.ts'

const names = {}
const references: ProductReferences = {
  brands: [],
  categories: [],
  attributes: [
    { code: 'also_called', kind: 'text', unit: null, names, values: [] },
    { code: 'capacity_mah', kind: 'number', unit: 'mAh', names, values: [] },
    { code: 'rechargeable', kind: 'flag', unit: null, names, values: [] },
    { code: 'marks', kind: 'choice', unit: null, names, values: [] },
  ],
  vat: { sv: 25, de: 19 },
}
const stored = {
  sku: 'A-1',
  type: 'standard',
  brand: 'voltara',
  mpn: 'M-1',
  batteryEnergyMilliwattHours: 10_000,
  categories: ['cells', 'offers'],
  attributes: {
    also_called: ['Mignon', 'R6'],
    capacity_mah: 2850,
    rechargeable: false,
    marks: 'separate_collection',
  },
  relations: { related: ['B-1', 'B-2'] },
  fits: ['Makita BL1850'],
  tags: ['new'],
  stores: {
    sv: {
      name: 'Cell',
      slug: 'cell',
      description: 'Text',
      prefix: '4-pack',
      vatPercent: 25,
      prices: [
        { q: 1, p: 49.5 },
        { q: 10, p: 45 },
      ],
      stock: { available: 4, discontinued: false },
    },
  },
}
const draft = () => draftOf(stored, ['sv', 'de'], references)
const recordAfter = (changed: ReturnType<typeof draft>) => recordOf(changed, stored, references.attributes)

describe('the draft of a product', () => {
  it('that is not touched is the stored record, lists, numbers and unknown fields included', () => {
    expect(recordAfter(draft())).toEqual({
      ...stored,
      relations: {
        ...stored.relations,
        accessories: [],
        crossSelling: [],
        upselling: [],
        recommended: [],
        spareParts: [],
      },
    })
  })

  it('sends what search engines show where it is filled in, and leaves it out where it is emptied', () => {
    const before = draft()
    const sv = { ...before.stores['sv']!, seoTitle: ' Buy cells ', seoDescription: '' }
    const after = recordAfter({ ...before, stores: { ...before.stores, sv } })['stores'] as {
      sv: Record<string, unknown>
    }
    expect(after.sv).toMatchObject({ seoTitle: 'Buy cells', prefix: '4-pack' })
    expect(after.sv).not.toHaveProperty('seoDescription')
    const filled = { ...stored, stores: { sv: { ...stored.stores.sv, seoTitle: 'Buy cells' } } }
    const emptied = draftOf(filled, ['sv'], references)
    const section = { ...emptied.stores['sv']!, seoTitle: ' ' }
    expect(
      recordOf({ ...emptied, stores: { sv: section } }, filled, references.attributes)['stores'],
    ).toEqual({ sv: stored.stores.sv })
  })

  it('keeps tiers beside the price of one unit, reads decimals, and leaves out what is emptied', () => {
    const before = draft()
    const sv = { ...before.stores['sv']!, price: '39,90' }
    const after = recordAfter({
      ...before,
      brand: '',
      attributes: [
        { code: 'also_called', text: 'R6, AM3' },
        { code: 'capacity_mah', text: '3000' },
        { code: 'rechargeable', text: 'true' },
        { code: 'marks', text: '' },
      ],
      stores: { ...before.stores, sv },
    })
    expect(after).not.toHaveProperty('brand')
    expect(after['attributes']).toEqual({
      also_called: ['R6', 'AM3'],
      capacity_mah: 3000,
      rechargeable: true,
    })
    expect(after['stores']).toMatchObject({
      sv: {
        prices: [
          { q: 1, p: 39.9 },
          { q: 10, p: 45 },
        ],
      },
    })
  })
})

describe('the plain fields of a product', () => {
  /** Files alone change them; the form sends them as they were. */
  const importedOnly: readonly ProductFieldName[] = [
    'itemGroup',
    'groupId',
    'packageLengthMm',
    'packageWidthMm',
    'packageHeightMm',
    'discountCategory',
  ]

  it('are edited in the type of the record, or are listed as fields of imports', () => {
    const edited = Object.entries(productFields)
      .filter(([name]) => !importedOnly.includes(name as ProductFieldName))
      .map(([name, { type }]) => [name, type === 'integer' ? 'number' : 'text'])
    expect(Object.fromEntries(plainFields)).toEqual(Object.fromEntries(edited))
  })

  it('have a label in the history where staff edit them', () => {
    const words = {
      t: (key: string) => `label ${key}`,
      money: String,
      currencyOf: () => 'SEK',
      nameOf: String,
      number: String,
      date: String,
      dateTime: String,
      lists: { field: () => null, code: () => null, filter: () => null },
    }
    const change = {
      before: null,
      after: Object.fromEntries(plainFields.map(([name]) => [name, 'x'])),
      store: null,
    }
    const unnamed = changedFields(change, words).filter(({ name, label }) => label === fieldText(name))
    expect(unnamed).toEqual([])
  })
})
