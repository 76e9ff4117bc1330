import { describe, expect, it } from 'vitest'
import { stores } from '../domain/stores/stores.ts'
import { readFeedRow } from './feed-row.ts'
import { shopifyProducts } from './shopify-products.ts'
import { presetRows, tableOf } from './table-fixture.test-support.ts'

const columns = [
  'Handle',
  'Title',
  'Body (HTML)',
  'Vendor',
  'Type',
  'Published',
  'Option1 Name',
  'Option1 Value',
  'Option2 Name',
  'Option2 Value',
  'Variant SKU',
  'Variant Grams',
  'Variant Inventory Tracker',
  'Variant Inventory Qty',
  'Variant Inventory Policy',
  'Variant Price',
  'Variant Compare At Price',
  'Variant Barcode',
  'Image Src',
  'Gift Card',
  'Variant Image',
  'Status',
]

const read = (rows: Record<string, string>[], names = columns) =>
  presetRows(shopifyProducts, tableOf(names, rows), stores.da)

const cells = {
  Handle: 'cr2032',
  Title: 'Knapcelle CR2032',
  'Body (HTML)': '<p>Til bilnøgler.</p>',
  Vendor: 'Demo Cells',
  Type: 'Knapceller',
  Published: 'true',
  'Option1 Name': 'Pakke',
  'Option1 Value': '2 stk',
  'Variant SKU': 'DC-2',
  'Variant Grams': '7',
  'Variant Inventory Tracker': 'shopify',
  'Variant Inventory Qty': '120',
  'Variant Inventory Policy': 'deny',
  'Variant Price': '29.00',
  'Variant Compare At Price': '39.00',
  'Variant Barcode': "'5901234123457",
  'Image Src': 'https://cdn.example.com/front one.jpg?v=1',
  Status: 'active',
}
const sibling = {
  Handle: 'cr2032',
  'Option1 Value': '5 stk',
  'Variant Inventory Tracker': 'shopify',
  'Variant Inventory Qty': '-3',
  'Variant Inventory Policy': 'deny',
  'Variant Price': '59.00',
}

describe('the product export of Shopify', () => {
  it('is recognised by its columns, in both spellings', () => {
    expect(shopifyProducts.matches(columns)).toBe(true)
    expect(shopifyProducts.matches(['Title', 'URL handle', 'SKU', 'Option1 name', 'Price'])).toBe(true)
    expect(shopifyProducts.matches(['id', 'title', 'price', 'availability'])).toBe(false)
  })

  it('names the columns that it does not read', () => {
    expect(shopifyProducts.unused?.([...columns, 'Tags', 'Cost per item'])).toEqual(['Cost per item'])
  })

  it('takes metafields with short texts as attributes, and names the others', async () => {
    const [type, colour, list] = ['battery_type', 'colour', 'certificates'].map(
      (key) => `${key} (product.metafields.custom.${key})`,
    ) as [string, string, string]
    const own = 'Weight (variant.metafields.custom.weight)'
    const rating = 'Rating (product.metafields.reviews.rating)'
    const names = [...columns, 'Option1 Linked To', type, colour, list, own, rating]
    expect(shopifyProducts.unused?.(names)).toEqual(['Option1 Linked To', rating])
    const first = {
      ...cells,
      'Option1 Linked To': 'product.metafields.custom.colour',
      [type]: 'Lithium',
      [colour]: 'red',
      [list]: '["CE"]',
      [own]: '7 g',
      [rating]: '4.5',
    }
    const rows = await read([first, { ...sibling, [own]: '9 g' }], names)
    expect(rows.map(({ values }) => values?.facts)).toEqual([
      [
        { name: 'battery type', value: 'Lithium' },
        { name: 'Weight', value: '7 g' },
      ],
      [
        { name: 'battery type', value: 'Lithium' },
        { name: 'Weight', value: '9 g' },
      ],
    ])
    expect(rows[0]?.repaired).toContainEqual({ code: 'attribute_left_out', column: list, value: '["CE"]' })
  })

  it('has the own type of a shop as main category, and the others as further ones', async () => {
    const names = [...columns, 'Custom Product Type', 'Product Category']
    const all = { 'Custom Product Type': 'Klokker', 'Product Category': 'Electronics > Batteries' }
    const [row, plain] = await read(
      [
        { ...cells, ...all },
        { ...cells, ...all, Handle: 'x', Type: '' },
      ],
      names,
    )
    expect(row?.values).toMatchObject({
      product_type: 'Knapceller',
      further_categories: 'Klokker',
      unlistedCategory: 'Electronics > Batteries',
    })
    expect(plain?.values).toMatchObject({
      product_type: 'Electronics > Batteries',
      further_categories: 'Klokker',
    })
    expect(plain?.values).not.toHaveProperty('unlistedCategory')
  })

  it('takes the alternative text of each picture, and that of the picture of a variant', async () => {
    const rows = await read(
      [
        { ...cells, 'Image Alt Text': 'To celler' },
        { ...sibling, 'Image Src': 'https://cdn.example.com/b.jpg', 'Image Alt Text': '2 | 5 stk' },
        { ...sibling, 'Option1 Value': '10 stk', 'Variant Image': 'https://cdn.example.com/b.jpg' },
        { Handle: 'cr2032', 'Image Src': 'https://cdn.example.com/c.jpg' },
      ],
      [...columns, 'Image Alt Text'],
    )
    expect(rows.map(({ values }) => [values?.image_alt_text, values?.additional_image_alt_text])).toEqual([
      ['To celler', String.raw`2 \| 5 stk`],
      ['To celler', String.raw`2 \| 5 stk`],
      ['2 | 5 stk', 'To celler'],
    ])
    const plain = await read([cells], [...columns, 'Image Alt Text'])
    expect(Object.keys(plain[0]?.values ?? {}).filter((name) => name.includes('alt'))).toEqual([])
  })

  it('adds the choice to a number that several variants of a product share', async () => {
    const same = { ...sibling, 'Variant SKU': 'DC-2' }
    const other = { ...sibling, 'Option1 Value': '10 stk', 'Variant SKU': 'DC-10' }
    const rows = await read([cells, same, other, { ...cells, Handle: 'cr2025', 'Variant SKU': 'DC-25' }])
    expect(rows.map(({ id }) => id)).toEqual(['DC-2-2-stk', 'DC-2-5-stk', 'DC-10', 'DC-25'])
    expect(rows[1]).toMatchObject({
      values: { id: 'DC-2-5-stk' },
      repaired: [{ code: 'shared_sku', column: 'Variant SKU', value: 'DC-2' }, { code: 'negative_stock' }],
    })
    expect(rows[2]?.repaired).toMatchObject([{ code: 'negative_stock' }])
    const cased = await read([cells, { ...same, 'Variant SKU': 'dc-2' }])
    expect(cased.map(({ id }) => id)).toEqual(['DC-2-2-stk', 'dc-2-5-stk'])
  })

  it('gives each variant the product of its first row, and a number where it has none', async () => {
    const picture = { Handle: 'cr2032', 'Image Src': 'https://cdn.example.com/back.jpg' }
    const [first, second, ...more] = await read([cells, sibling, picture])
    expect(more).toEqual([])
    expect(first).toMatchObject({
      row: 2,
      id: 'DC-2',
      repaired: [{ code: 'reduction_not_taken', column: 'Variant Compare At Price', value: '39.00' }],
      values: {
        id: 'DC-2',
        title: 'Knapcelle CR2032, 2 stk',
        formerAddress: '/products/cr2032',
        brand: 'Demo Cells',
        product_type: 'Knapceller',
        price: '29.00 DKK',
        sale_price: '',
        availability: 'in_stock',
        quantity: '120',
        gtin: '5901234123457',
        shipping_weight: '7 g',
        image_link: 'https://cdn.example.com/front one.jpg?v=1',
        additional_image_link: 'https://cdn.example.com/back.jpg',
        variant: {
          group: 'cr2032',
          title: 'Knapcelle CR2032',
          choices: [{ name: 'Pakke', value: '2 stk' }],
        },
      },
    })
    expect(second).toMatchObject({
      id: 'cr2032-5-stk',
      values: { title: 'Knapcelle CR2032, 5 stk', price: '59.00 DKK', sale_price: '', quantity: '0' },
      repaired: [
        { code: 'made_sku', value: 'cr2032-5-stk' },
        { code: 'negative_stock', value: '-3' },
      ],
    })
  })

  it('gives rows that the feed accepts', async () => {
    for (const { values } of await read([cells, sibling])) {
      expect(readFeedRow(values!, stores.da)).toMatchObject({ ok: true })
    }
  })

  it('reads a product without options as an ordinary one', async () => {
    const [row] = await read([{ ...cells, 'Option1 Name': 'Title', 'Option1 Value': 'Default Title' }])
    expect(row?.values).toMatchObject({ title: 'Knapcelle CR2032' })
    expect(row?.values).not.toHaveProperty('variant')
  })

  it('sells at its price where the price to compare with is not above it, and reports nothing', async () => {
    for (const before of ['29.00', '19.00', '', 'none']) {
      const [row] = await read([{ ...cells, 'Variant Compare At Price': before }])
      expect(row).toMatchObject({ values: { price: '29.00 DKK', sale_price: '' } })
      expect(row).not.toHaveProperty('repaired')
    }
  })

  it('sells without stock where Shopify does', async () => {
    const of = async (fields: Record<string, string>) => (await read([{ ...cells, ...fields }]))[0]?.values
    const none = { 'Variant Inventory Qty': '0' }
    expect(await of({ 'Variant Inventory Tracker': '' })).toMatchObject({ availability: 'in_stock' })
    expect(await of({ 'Variant Inventory Tracker': '' })).not.toHaveProperty('quantity')
    expect(await of(none)).toMatchObject({ availability: 'out_of_stock', quantity: '0' })
    expect(await of({ ...none, 'Variant Inventory Policy': 'continue' })).toMatchObject({
      availability: 'backorder',
    })
  })

  it.each([
    [{ 'Variant Inventory Policy': 'continue' }, 'sold_beyond_stock'],
    [{ 'Variant Inventory Policy': 'continue', 'Variant Inventory Qty': '0' }, 'sold_without_stock'],
    [{ 'Variant Inventory Tracker': '' }, 'uncounted_stock'],
    [{ 'Variant Inventory Qty': '0' }, undefined],
  ])('says how what %o is sold here', async (given, code) => {
    const [row] = await read([{ ...cells, 'Variant Compare At Price': '', ...given }])
    expect(row?.repaired?.map((problem) => problem.code)).toEqual(code === undefined ? undefined : [code])
  })

  it('leaves variants out that are no goods to ship, and takes the others', async () => {
    const column = 'Variant Requires Shipping'
    const rows = await read(
      [
        { ...cells, [column]: 'true' },
        { ...sibling, [column]: 'FALSE' },
      ],
      [...columns, column],
    )
    expect(rows.map(({ refused }) => refused)).toEqual([
      undefined,
      { code: 'kind_not_taken', column, value: 'FALSE' },
    ])
  })

  it('leaves drafts, unpublished products and gift cards out, with all their variants', async () => {
    const codes = async (fields: Record<string, string>) =>
      (await read([{ ...cells, ...fields }, sibling])).map(({ refused }) => refused?.code)
    expect(await codes({ Status: 'draft' })).toEqual(['not_published', 'not_published'])
    expect(await codes({ Published: 'false' })).toEqual(['not_published', 'not_published'])
    expect(await codes({ 'Gift Card': 'true' })).toEqual(['kind_not_taken', 'kind_not_taken'])
  })

  it('leaves a barcode out that is no GTIN, and keeps the row', async () => {
    const [row] = await read([{ ...cells, 'Variant Barcode': 'SHELF-7' }])
    expect(readFeedRow(row!.values!, stores.da, { isFeed: false })).toMatchObject({
      feed: { gtin: undefined },
      repaired: [
        { code: 'field_left_out', value: 'SHELF-7' },
        { code: 'html' },
        { code: 'spaces_in_address' },
      ],
    })
  })

  it('passes on a row that cannot be read, and reads the others', async () => {
    const rows = await read([cells])
    expect(rows).toHaveLength(1)
    const table = tableOf(columns, [cells])
    const refused = { code: 'too_many_fields' } as const
    const broken = { row: 2, line: 2, bytes: 3, cells: [], refused }
    const all = await presetRows(
      shopifyProducts,
      {
        columns,
        rows: (async function* () {
          yield broken
          yield* table.rows
        })(),
      },
      stores.da,
    )
    expect(all.map((each) => each.refused?.code)).toEqual(['too_many_fields', undefined])
  })

  it('reads yes and no as Excel writes them in German and in the Nordic languages', async () => {
    for (const [yes, no] of [
      ['WAHR', 'FALSCH'],
      ['SANT', 'FALSKT'],
      ['SANN', 'USANN'],
      ['SAND', 'FALSK'],
      ['ja', 'nein'],
      ['1', '0'],
    ] as const) {
      const one = async (more: Record<string, string>, names: string[] = []) =>
        (await read([{ ...cells, ...more }], [...columns, ...names]))[0]
      expect((await one({ Published: yes, 'Gift Card': no }))?.values).toMatchObject({ id: 'DC-2' })
      expect(await one({ Published: no })).toMatchObject({ refused: { code: 'not_published', value: no } })
      expect(await one({ 'Gift Card': yes })).toMatchObject({ refused: { code: 'kind_not_taken' } })
      expect(await one({ 'Variant Requires Shipping': no }, ['Variant Requires Shipping'])).toMatchObject({
        refused: { code: 'kind_not_taken', value: no },
      })
    }
  })

  it('sells nothing for a word that is neither yes nor no', async () => {
    const [first] = await read([{ ...cells, Published: 'kanske' }])
    expect(first).toMatchObject({ refused: { code: 'unclear_word', column: 'Published', value: 'kanske' } })
    const [second] = await read([{ ...cells, 'Gift Card': '?' }])
    expect(second).toMatchObject({ refused: { code: 'unclear_word', column: 'Gift Card', value: '?' } })
  })

  it('reads grams with a decimal comma, and says which it cannot read', async () => {
    const [first] = await read([{ ...cells, 'Variant Grams': '250,5' }])
    expect(first?.values).toMatchObject({ shipping_weight: '250.5 g' })
    const [other] = await read([{ ...cells, 'Variant Grams': 'light' }])
    expect(other?.values).not.toHaveProperty('shipping_weight')
    expect(other?.repaired).toContainEqual({
      code: 'field_left_out',
      column: 'Variant Grams',
      value: 'light',
    })
  })

  it('notes the taxes that it does not read', async () => {
    const names = [...columns, 'Variant Taxable', 'Variant Tax Code']
    const [taxed] = await read([{ ...cells, 'Variant Taxable': 'WAHR' }], names)
    expect(taxed?.repaired?.map(({ code }) => code)).not.toContain('unread_tax')
    const [other] = await read([{ ...cells, 'Variant Taxable': 'FALSCH', 'Variant Tax Code': 'PB1' }], names)
    expect(other?.repaired).toEqual(
      expect.arrayContaining([
        { code: 'unread_tax', column: 'Variant Taxable', value: 'FALSCH' },
        { code: 'unread_tax', column: 'Variant Tax Code', value: 'PB1' },
      ]),
    )
  })
})
