import { describe, expect, it } from 'vitest'
import type { MappedField } from '../domain/catalogue/column-mapping.ts'
import { stores } from '../domain/stores/stores.ts'
import {
  mappedFields,
  mappedTable,
  mappingProblem,
  suggestedColumns,
  suggestedFields,
} from './mapped-table.ts'

const field = (name: string, column: string | null, more: Partial<MappedField> = {}): MappedField => ({
  field: name,
  column,
  text: '',
  steps: [],
  ...more,
})

async function read(fields: MappedField[], columns: string[], ...cells: string[][]) {
  async function* rows() {
    for (const [at, row] of cells.entries()) yield { row: at + 2, line: at + 2, bytes: 1, cells: row }
  }
  const preset = mappedTable({ fields }, 'sv')
  expect(preset.matches(columns)).toBe(true)
  const all = []
  for await (const row of preset.read({ columns, rows: rows() }, stores.sv)) all.push(row)
  return all
}

const basic = [field('id', 'Nr'), field('title', 'Text'), field('price', 'Netto'), field('quantity', 'Saldo')]

describe('a mapped table', () => {
  it("sets the shop's own fields", async () => {
    const [row] = await read(
      [...basic, field('field.care', 'Skötsel')],
      ['Nr', 'Text', 'Netto', 'Saldo', 'Skötsel'],
      ['A1', 'Batteri', '12,50', '3', 'Torkas'],
    )
    expect(row).toMatchObject({ values: { id: 'A1', fields: { care: 'Torkas' } } })
  })

  it('notes rows that the former shop does not show, by a column that is not mapped', async () => {
    const columns = ['Nr', 'Text', 'Netto', 'Saldo', 'Aktiv']
    const rows = await read(
      basic,
      columns,
      ['A1', 'Batteri', '12,50', '3', 'FALSKT'],
      ['A2', 'Batteri', '12,50', '3', '1'],
    )
    expect(rows[0]).toMatchObject({
      values: { id: 'A1' },
      repaired: [{ code: 'hidden_taken', column: 'Aktiv', value: 'FALSKT' }],
    })
    expect(rows[1]).not.toHaveProperty('repaired')
  })

  it('takes one apostrophe from a cell that a spreadsheet would run, not two', async () => {
    const [row] = await read(
      [...basic, field('field.care', 'Skötsel')],
      ['Nr', 'Text', 'Netto', 'Saldo', 'Skötsel'],
      ['A1', 'Batteri', '12,50', '3', "''=1+1"],
    )
    expect(row).toMatchObject({ values: { fields: { care: "'=1+1" } } })
  })

  it('is read by its columns, with amounts, counts and words as people write them', async () => {
    const [row] = await read(
      [...basic, field('availability', 'Finns'), field('product_type', 'Grupp')],
      ['Nr', 'Text', 'Netto', 'Saldo', 'Finns', 'Grupp', 'Övrigt'],
      ['A1', 'Batteri', '1 299,50 kr', '', 'i lager', 'Batterier / Knappceller', 'x'],
    )
    expect(row).toMatchObject({
      id: 'A1',
      values: {
        id: 'A1',
        title: 'Batteri',
        price: '1299.50 SEK',
        availability: 'in_stock',
        product_type: 'Batterier > Knappceller',
      },
    })
  })

  it('takes the currency that a column names, unless a factor converts it', async () => {
    const price = (steps: MappedField['steps']) => [
      ...basic.slice(0, 2),
      field('price', 'Netto (EUR)', { steps }),
      basic[3]!,
    ]
    const columns = ['Nr', 'Text', 'Netto (EUR)', 'Saldo']
    const [refused] = await read(price([]), columns, ['1', 'x', '10,00', '1'])
    expect(refused?.refused).toMatchObject({ code: 'wrong_currency', column: 'price', value: '10,00 EUR' })
    const norwegian = [...basic.slice(0, 2), field('price', 'Netto (NOK)'), basic[3]!]
    const [foreign] = await read(norwegian, ['Nr', 'Text', 'Netto (NOK)', 'Saldo'], ['1', 'x', '10 kr', '1'])
    expect(foreign?.refused).toMatchObject({ code: 'wrong_currency', value: '10 NOK' })
    const [converted] = await read(price([{ kind: 'multiply', by: '11.5' }]), columns, [
      '1',
      'x',
      '10,00',
      '1',
    ])
    expect(converted?.values).toMatchObject({ price: '115.00 SEK' })
  })

  it('takes constants, factors, prefixes, replacements and parts', async () => {
    const [row, empty] = await read(
      [
        field('id', 'Nr', { steps: [{ kind: 'prefix', text: 'ACME-' }] }),
        field('title', 'Text', { steps: [{ kind: 'replace', text: '&amp;', by: '&' }] }),
        field('price', 'Netto', { steps: [{ kind: 'multiply', by: '1.25' }] }),
        field('availability', null, { text: 'in stock' }),
        field('brand', 'Text', { steps: [{ kind: 'part', separator: ' ', number: 1 }] }),
        field('color', 'Text', { steps: [{ kind: 'part', separator: ' ', number: -1 }] }),
      ],
      ['Nr', 'Text', 'Netto'],
      ['7', 'Acme kabel &amp; hölje röd', '79,90'],
      ['', 'x', '1'],
    )
    expect(row?.values).toMatchObject({
      id: 'ACME-7',
      title: 'Acme kabel & hölje röd',
      price: '99.88 SEK',
      availability: 'in_stock',
      brand: 'Acme',
      color: 'röd',
    })
    // A prefix of nothing is no id.
    expect(empty?.values?.id).toBe('')
  })

  it('has a sale price, and refuses a row with the reason of its field', async () => {
    const fields = [...basic, field('sale_price', 'Kampanj')]
    const [sale, none, bad] = await read(
      fields,
      ['Nr', 'Text', 'Netto', 'Saldo', 'Kampanj'],
      ['1', 'a', '100', '5', '80'],
      ['2', 'b', '100', '5', ''],
      ['3', 'c', 'på förfrågan', '5', ''],
    )
    expect(sale?.values).toMatchObject({ price: '100.00 SEK', sale_price: '80.00 SEK' })
    expect(none?.values).toMatchObject({ price: '100.00 SEK', sale_price: '' })
    expect(bad?.refused).toMatchObject({ code: 'bad_amount', column: 'price' })
  })

  it('reads a sale price of zero as none, and leaves one that is not lower to be refused', async () => {
    const columns = ['Nr', 'Text', 'Netto', 'Saldo', 'Kampanj']
    const [zero, higher] = await read(
      [...basic, field('sale_price', 'Kampanj')],
      columns,
      ['1', 'a', '100', '5', '0,00'],
      ['2', 'b', '100', '5', '150'],
    )
    expect(zero?.values).toMatchObject({ price: '100.00 SEK', sale_price: '' })
    expect(higher?.values).toMatchObject({ price: '100.00 SEK', sale_price: '150.00 SEK' })
  })

  it.each([
    [{ kind: 'multiply', by: '1.25' }, 'på förfrågan', 'bad_amount'],
    [{ kind: 'multiply', by: '999' }, '9999999999,00', 'bad_amount'],
    [{ kind: 'replace', text: 'a', by: 'a'.repeat(200) }, 'a'.repeat(1000), 'too_long'],
  ] as const)('refuses a row that a step cannot change: %o', async (step, cell, code) => {
    const steps = [step]
    const fields = [...basic.slice(0, 2), field('price', 'Netto', { steps }), basic[3]!]
    const [row] = await read(fields, ['Nr', 'Text', 'Netto', 'Saldo'], ['1', 'x', cell, '1'])
    expect(row).toMatchObject({ refused: { code, column: 'price' } })
  })

  it('replaces by the text as it is written, and is quick with long cells', async () => {
    const [row] = await read(
      [
        field('id', 'Nr'),
        field('title', 'Text', { steps: [{ kind: 'replace', text: 'x', by: '$&$$' }] }),
        ...basic.slice(2),
      ],
      ['Nr', 'Text', 'Netto', 'Saldo'],
      ['1', 'axb', `1${' '.repeat(40_000)}€€`, '1'],
    )
    expect(row?.refused).toMatchObject({ code: 'bad_amount', column: 'price' })
    const [named] = await read(
      [
        field('id', 'Nr'),
        field('title', 'Text', { steps: [{ kind: 'replace', text: 'x', by: '$&$$' }] }),
        ...basic.slice(2),
      ],
      ['Nr', 'Text', 'Netto', 'Saldo'],
      ['1', 'axb', '10', '1'],
    )
    expect(named?.values?.title).toBe('a$&$$b')
  })

  it('matches a header with all of its columns only', () => {
    const preset = mappedTable({ fields: basic }, null)
    expect(preset.matches(['Nr', 'Text', 'Netto'])).toBe(false)
    expect(preset.unused?.(['Nr', 'Text', 'Netto', 'Saldo', 'Övrigt'])).toEqual(['Övrigt'])
  })
})

it.each([
  [basic, null],
  [basic.slice(1), { code: 'unmapped', field: 'id' }],
  [basic.slice(0, 3), { code: 'unmapped', field: 'availability' }],
  [[...basic, field('id', 'x')], { code: 'mapped_twice', field: 'id' }],
  [[...basic, field('field.care', 'Skötsel')], null],
  [[...basic, field('link', 'x')], { code: 'no_such_field', field: 'link' }],
  [[...basic, field('tier_prices', 'x')], { code: 'no_such_field', field: 'tier_prices' }],
  [
    [...basic, field('shipping_weight', 'x', { steps: [{ kind: 'multiply' as const, by: '1000' }] })],
    { code: 'no_amount', field: 'shipping_weight' },
  ],
])('a mapping says what it lacks', (fields, problem) => {
  expect(mappingProblem({ fields })).toEqual(problem)
})

it('names of columns suggest fields, each once', () => {
  expect(mappedFields.slice(0, 5)).toEqual(['id', 'title', 'price', 'ordinary_price', 'sale_price'])
  expect(suggestedFields(['Artikelnr', 'Benämning', 'Pris', 'Price', 'Color', 'Hylla', ''])).toEqual([
    'id',
    'title',
    'price',
    null,
    'color',
    null,
    null,
  ])
  expect(suggestedFields(['Field.Goes with', 'field.9'])).toEqual(['field.goes_with', null])
  expect(suggestedFields(['Material (product.metafields.custom.material)', 'Material'])).toEqual([
    'attribute.Material',
    'material',
  ])
  expect(suggestedFields(['Strl.', 'Kulör', 'Materiale'])).toEqual(['size', 'color', 'material'])
  expect(suggestedFields(['Größe', 'Farbe', 'Farve'])).toEqual(['size', 'color', null])
})

it('suggests fields of names with the noun of the thing, a number or a language around them', () => {
  expect(suggestedFields(['product_sku', 'product_name', 'product_price', 'product_quantity'])).toEqual([
    'id',
    'title',
    'price',
    'quantity',
  ])
  expect(suggestedFields(['Artikel', 'Bezeichnung 1', 'Bezeichnung 2', 'Gewicht in kg'])).toEqual([
    'id',
    'title',
    null,
    'shipping_weight',
  ])
  expect(suggestedFields(['products_model', 'PROD_NAME', 'Utpris inkl mva', 'Disponibelt saldo'])).toEqual([
    'id',
    'title',
    'price',
    'quantity',
  ])
  // A choice is no name of a product, and prices of osCommerce are without VAT.
  expect(suggestedFields(['SKU', 'Product', 'Variant title', 'products_price'])).toEqual([
    'id',
    null,
    null,
    null,
  ])
  // Of two price lists it is not known which is meant.
  expect(suggestedFields(['Pris 1', 'Pris 2'])).toEqual([null, null])
  expect(suggestedFields(['id', 'name', 'sku'])).toEqual([null, 'title', 'id'])
  const ofDenmark = suggestedColumns(['SKU', 'NL_Title_Short', 'DA_Title_Short', 'Price'], 'da')
  expect(ofDenmark.map(({ field, store }) => field && `${field} ${store}`)).toEqual([
    'id null',
    null,
    'title da',
    'price da',
  ])
})

it('suggests the next best column of a field that every product needs', () => {
  const suggested = (...columns: string[]) => suggestedColumns(columns, 'sv').map(({ field }) => field)
  expect(suggested('Artikelnr', 'Beskrivning', 'UVP', 'Lager')).toEqual(['id', 'title', 'price', 'quantity'])
  expect(suggested('SKU', 'Title (sv)', 'Title (no)', 'Description', 'Price SEK')).toEqual([
    'id',
    'title',
    'title',
    'description',
    'price',
  ])
  expect(suggested('Artikelnr', 'Namn', 'Beskrivning', 'Pris', 'UVP')).toEqual([
    'id',
    'title',
    'description',
    'price',
    'ordinary_price',
  ])
})
