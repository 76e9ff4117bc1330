import { describe, expect, it } from 'vitest'
import { stores } from '../domain/stores/stores.ts'
import type { CatalogueRow } from './catalogue-rows.ts'
import { readFeedRow } from './feed-row.ts'
import { readTableFeed } from './table-feed.server.ts'
import { presetRows, tableOf } from './table-fixture.test-support.ts'
import { woocommerceProducts } from './woocommerce-products.ts'
import { tablePresets } from './table-presets.ts'

const columns = [
  'ID',
  'Type',
  'SKU',
  'Name',
  'Published',
  'Short description',
  'Description',
  'Date sale price starts',
  'Date sale price ends',
  'In stock?',
  'Stock',
  'Backorders allowed?',
  'Weight (kg)',
  'Sale price',
  'Regular price',
  'Categories',
  'Images',
  'Parent',
  'Attribute 1 name',
  'Attribute 1 value(s)',
  'Meta: _gtin',
]

const read = (rows: Record<string, string>[]) =>
  presetRows(woocommerceProducts, tableOf(columns, rows), stores.de, new Date('2026-11-25T12:00:00Z'))

const parent = {
  ID: '11',
  Type: 'variable',
  SKU: 'wb-aa',
  Name: 'Batterie AA',
  Published: '1',
  'Short description': '<p>F&uuml;r Fernbedienungen.</p>',
  Description: 'Lang haltbar.\\n\\n<b>1,5 V</b>',
  'In stock?': '1',
  Categories: 'Batterien > Haushalt > AA, Angebote',
  Images: 'https://example.com/a.jpg, https://example.com/b c.jpg',
  'Attribute 1 name': 'Packung',
  'Attribute 1 value(s)': '4er, 10er',
}
const four = {
  ID: '12',
  Type: 'variation',
  SKU: 'wb-aa-4',
  Name: 'Batterie AA - 4er',
  Published: '1',
  'Date sale price starts': '2026-11-20',
  'Date sale price ends': '2026-11-30',
  'In stock?': '1',
  Stock: '50',
  'Weight (kg)': '0,092',
  'Sale price': '2,99',
  'Regular price': '3,49',
  Parent: 'wb-aa',
  'Attribute 1 name': 'Packung',
  'Attribute 1 value(s)': '4er',
  'Meta: _gtin': '4006381333931',
}
const ten = {
  ...four,
  ID: '13',
  SKU: '',
  Name: 'Batterie AA - 10er',
  'In stock?': '0',
  Stock: '',
  'Backorders allowed?': 'notify',
  'Sale price': '',
  'Regular price': '6.99',
  Parent: 'id:11',
  'Attribute 1 value(s)': '10er',
  'Meta: _gtin': '',
}

describe('the product export of WooCommerce', () => {
  it('makes numbers of names and choices where it has neither ids nor numbers', async () => {
    const variation = { ...four, ID: '', SKU: '', Name: 'Batterie AA' }
    const rows = await read([
      parent,
      { ...variation, Parent: 'wb-aa', 'Attribute 1 name': 'Packung', 'Attribute 1 value(s)': '4er' },
      { ...variation, Parent: 'wb-aa', 'Attribute 1 name': 'Packung', 'Attribute 1 value(s)': '10er' },
      { ...parent, ID: '', SKU: '', Type: 'simple', Name: 'Ladegerät' },
    ])
    expect(rows.map(({ id }) => id)).toEqual([
      'wc-wb-aa-batterie-aa-4er',
      'wc-wb-aa-batterie-aa-10er',
      'wc-ladegerät',
    ])
  })

  it('is recognised by its columns', () => {
    expect(woocommerceProducts.matches(columns)).toBe(true)
    expect(woocommerceProducts.matches(['Handle', 'Title', 'Variant Price'])).toBe(false)
  })

  it('names the columns that it does not read', () => {
    const more = ['Attribute 2 name', 'Attribute 2 visible', 'Attribute 2 default', 'Upsells', 'Height (cm)']
    expect(woocommerceProducts.unused?.([...columns, ...more])).toEqual(['Attribute 2 default', 'Upsells'])
  })

  it('gives each variation what its parent has, and is no product of its own for the parent', async () => {
    const [first, second, ...more] = await read([parent, four, ten])
    expect(more).toEqual([])
    expect(first).toMatchObject({
      row: 3,
      id: 'wb-aa-4',
      repaired: [
        { code: 'reduction_not_taken', column: 'Regular price', value: '3,49' },
        { code: 'sale_ends', column: 'Date sale price ends', value: '2026-11-30' },
      ],
      values: {
        title: 'Batterie AA, 4er',
        description: '<p>F&uuml;r Fernbedienungen.</p>\n\nLang haltbar.\n\n<b>1,5 V</b>',
        product_type: 'Batterien > Haushalt > AA',
        price: '2.99 EUR',
        sale_price: '',
        availability: 'in_stock',
        quantity: '50',
        gtin: '4006381333931',
        shipping_weight: '0.092 kg',
        image_link: 'https://example.com/a.jpg',
        additional_image_link: 'https://example.com/b c.jpg',
        variant: { group: 'wb-aa', title: 'Batterie AA', choices: [{ name: 'Packung', value: '4er' }] },
      },
    })
    expect(first?.values).not.toHaveProperty('sale_price_effective_date')
    expect(second).toMatchObject({
      id: 'wc-13',
      values: { price: '6.99 EUR', sale_price: '', availability: 'out_of_stock' },
      repaired: [{ code: 'made_sku', value: 'wc-13' }],
    })
  })

  it.each([
    ['2026-11-20', '2026-11-30', '2.99 EUR'],
    ['', '2026-11-25', '2.99 EUR'],
    ['2026-11-26', '', '3.49 EUR'],
    ['', '2026-11-24', '3.49 EUR'],
    ['next week', '', '3.49 EUR'],
  ])('sells at the sale price only while it applies: from %j until %j', async (from, until, price) => {
    const dates = { 'Date sale price starts': from, 'Date sale price ends': until }
    const [row] = await read([{ ...four, ...dates, Type: 'simple', Parent: '' }])
    expect(row).toMatchObject({
      values: { price, sale_price: '' },
      repaired: [
        { code: 'reduction_not_taken' },
        ...(price === '2.99 EUR' && until !== '' ? [{ code: 'sale_ends', value: until }] : []),
      ],
    })
  })

  it('finds a parent that comes later, and refuses a variation without one', async () => {
    const rows = await read([ten, { ...four, Parent: 'gone' }, parent])
    expect(rows.map(({ id, refused }) => [id, refused?.code])).toEqual([
      ['wc-13', undefined],
      ['wb-aa-4', 'unknown_parent'],
    ])
  })

  it('gives rows that the feed accepts', async () => {
    for (const { values } of await read([parent, four, ten])) {
      expect(readFeedRow(values!, stores.de)).toMatchObject({ ok: true })
    }
  })

  it('gives the former address, where a plugin has added it; a variation has that of its parent', async () => {
    const names = [...columns, 'Slug', 'Permalink']
    const rows = [
      { ...parent, Slug: 'batterie-aa' },
      { ...four, Slug: 'batterie-aa-4er' },
      { ...four, SKU: 'x', Type: 'simple', Parent: '', Slug: 'x', Permalink: 'https://alt.example/shop/x/' },
    ]
    const read = await presetRows(woocommerceProducts, tableOf(names, rows), stores.de)
    const paths = read.map(({ values }) => readFeedRow(values!, stores.de))
    expect(paths).toMatchObject([
      { feed: { formerPath: '/product/batterie-aa' } },
      { feed: { formerPath: '/shop/x' } },
    ])
  })

  it('leaves out what is not published, grouped or sold elsewhere', async () => {
    const simple = { ...four, Type: 'simple', Parent: '' }
    const codes = (await read([{ ...simple, Published: '0' }, { ...simple, Type: 'grouped' }, simple])).map(
      ({ refused }) => refused?.code,
    )
    expect(codes).toEqual(['not_published', 'kind_not_taken', undefined])
    const drafts = await read([{ ...parent, Published: '-1' }, four])
    expect(drafts.map(({ refused }) => refused?.code)).toEqual(['not_published'])
  })

  it('names a variation for any value of a choice, which this shop has no row for', async () => {
    const names = [...columns, 'Attribute 2 name', 'Attribute 2 value(s)']
    const color = { 'Attribute 2 name': 'Farbe', 'Attribute 2 value(s)': 'Rot, Blau' }
    const single = { ...color, 'Attribute 2 value(s)': 'Rot' }
    const any = { ...four, ...color, 'Attribute 2 value(s)': '', 'Sale price': '' }
    const of = (rows: Record<string, string>[]) =>
      presetRows(woocommerceProducts, tableOf(names, rows), stores.de)
    expect(await of([{ ...parent, ...color }, any])).toMatchObject([
      {
        values: { variant: { choices: [{ name: 'Packung', value: '4er' }] } },
        repaired: [{ code: 'any_choice', column: 'Attribute 2 value(s)', value: 'Rot, Blau' }],
      },
    ])
    expect((await of([{ ...parent, ...single }, any]))[0]).not.toHaveProperty('repaired')
  })

  it('leaves out what the catalogue hides, with its variations', async () => {
    const names = [...columns, 'Visibility in catalog']
    const of = async (...rows: Record<string, string>[]) =>
      (await presetRows(woocommerceProducts, tableOf(names, rows), stores.de)).map(({ refused }) => refused)
    const column = 'Visibility in catalog'
    const refused = { code: 'not_published', column, value: 'hidden' }
    const simple = { ...four, Type: 'simple', Parent: '' }
    expect(await of({ ...simple, [column]: 'hidden' }, { ...simple, [column]: 'search' })).toEqual([
      refused,
      undefined,
    ])
    expect(await of({ ...parent, [column]: 'hidden' }, { ...four, [column]: 'visible' })).toEqual([refused])
  })

  it.each([
    ['simple, downloadable, virtual', 'downloadable'],
    ['simple, virtual', 'virtual'],
    ['subscription', 'subscription'],
    ['variable-subscription', 'variable-subscription'],
    ['bundle', 'bundle'],
  ])('leaves out what is no goods to ship: %s', async (type, value) => {
    const [row] = await read([{ ...four, Type: type, Parent: '' }])
    expect(row?.refused).toEqual({ code: 'kind_not_taken', column: 'Type', value })
    const [, variation] = await read([parent, four, { ...four, Type: 'variation, virtual' }])
    expect(variation?.refused).toMatchObject({ code: 'kind_not_taken', value: 'virtual' })
  })

  it.each([
    [{ Stock: '3', 'Backorders allowed?': 'yes' }, 'in_stock', 'sold_beyond_stock'],
    [{ Stock: '0', 'Backorders allowed?': 'notify' }, 'backorder', 'sold_without_stock'],
    [{ Stock: '', 'In stock?': 'backorder' }, 'backorder', 'sold_without_stock'],
    [{ Stock: '' }, 'in_stock', 'uncounted_stock'],
    [{ Stock: '', 'In stock?': '0' }, 'out_of_stock', undefined],
  ])('says how what %o is sold here', async (given, availability, code) => {
    const [row] = await read([{ ...four, Type: 'simple', Parent: '', 'Sale price': '', ...given }])
    expect(row?.values).toMatchObject({ availability })
    expect(row?.repaired?.map((problem) => problem.code)).toEqual(code === undefined ? undefined : [code])
  })

  it('sells on backorder what is counted, sold out and may be ordered', async () => {
    const simple = { ...four, Type: 'simple', Parent: '', Stock: '0', 'Backorders allowed?': 'notify' }
    const [row] = await read([simple])
    expect(row?.values).toMatchObject({ availability: 'backorder' })
  })

  it('keeps a comma that is part of a category', async () => {
    const [row] = await read([{ ...four, Type: 'simple', Parent: '', Categories: 'Kabel\\, lose > USB' }])
    expect(row?.values).toMatchObject({ product_type: 'Kabel, lose > USB' })
  })

  it('takes the other categories, which a variation has from its parent unless it names its own', async () => {
    const ofFour = async (own: string) => (await read([parent, { ...four, Categories: own }]))[0]?.values
    expect(await ofFour('')).toMatchObject({
      product_type: 'Batterien > Haushalt > AA',
      further_categories: 'Angebote',
    })
    expect(await ofFour('Restposten')).toMatchObject({ product_type: 'Restposten', further_categories: '' })
  })

  it.each([
    [
      'de',
      'ID;Typ;Artikelnummer;"GTIN, UPC, EAN oder ISBN";Name;Veröffentlicht;Kurzbeschreibung;"Datum, an dem Angebotspreis beginnt";"Datum, an dem Angebotspreis endet";Vorrätig?;Bestand;Lieferrückstande erlaubt?;Gewicht (kg);Länge (cm);Angebotspreis;Regulärer Preis;Kategorien;Bilder;Übergeordnetes Produkt;Attribut 1 Name;Attribut 1 Wert(e)',
    ],
    [
      'sv',
      'ID;Typ;Artikelnr;"GTIN, UPC, EAN eller ISBN";Namn;Publicerad;Kort beskrivning;Datum när reapriset börjar;Datum när reapriset upphör;I lager?;Lagersaldo;Tillåt restnoteringar?;Vikt (kg);Längd (cm);Reapris;Ordinarie pris;Kategorier;Bilder;Förälder;Attribut 1 namn;Attribut 1 värde(n)',
    ],
    [
      'no',
      'ID;Type;Varenummer;"GTIN, UPC, EAN eller ISBN";Navn;Publisert;Kort beskrivelse;Startdato for utsalgspris;Sluttdato for utsalgspris;På lager?;Lager;Restordre tillatt?;Vekt (kg);Lengde (cm);Utsalgspris;Ordinær pris;Kategorier;Bilder;Forelder;Attributt 1 navn;Attributt 1 verdi(er)',
    ],
    [
      'da',
      'ID;Type;Varenummer;"GTIN, UPC, EAN eller ISBN";Navn;Udgivet;Kort beskrivelse;Den dato hvor tilbudsprisen starter;Den dato hvor tilbudsprisen slutter;På lager?;Lager;Restordrer tilladt?;Vægt (kg);Længde (cm);Tilbudspris;Normalpris;Kategorier;Billeder;Overordnet;Egenskab 1 navn;Egenskab 1 værdi(er)',
    ],
  ] as const)('is read with the names of its columns in %s', async (language, header) => {
    const rows = [
      '11;variable;p;;Lampe;1;Tekst;;;1;;;;;;;Lys > Lommelykter;https://x.example/a.jpg;;Farge;"Rød, Blå"',
      '12;variation;p-1;4006381333931;Lampe - Rød;1;;2026-01-20;2026-01-30;1;7;0;0,5;12;30;40;;;p;Farge;Rød',
    ]
    async function* chunks() {
      yield Buffer.from([header, ...rows].join('\n'))
    }
    const { table, rows: read } = await readTableFeed(chunks(), {
      encoding: 'utf-8',
      store: stores[language],
      presets: tablePresets,
    })
    expect(table).toMatchObject({ preset: 'woocommerce-products', unusedColumns: [] })
    const found: CatalogueRow[] = []
    for await (const row of read) found.push(row)
    expect(found).toMatchObject([
      {
        feed: {
          sku: 'p-1',
          name: 'Lampe, Rød',
          description: 'Tekst',
          gtin: '4006381333931',
          priceMinor: 4000,
          salePriceMinor: null,
          quantity: { units: 7 },
          categoryNames: ['Lys', 'Lommelykter'],
          imageLink: 'https://x.example/a.jpg',
          grossWeightGrams: 500,
          variant: { group: 'p', title: 'Lampe', choices: [{ name: 'Farge', value: 'Rød' }] },
        },
      },
    ])
  })

  it('notes how products are taxed, which it does not read', async () => {
    const names = [...columns, 'Steuerstatus', 'Steuerklasse']
    const rows = await presetRows(
      woocommerceProducts,
      tableOf(names, [
        { ...parent, Steuerklasse: 'reduced-rate' },
        { ...four, Steuerklasse: 'parent', Steuerstatus: 'taxable' },
        { ...ten, Steuerklasse: '' },
        { ...four, SKU: 'B', Type: 'simple', Steuerklasse: 'zero-rate', Steuerstatus: 'none' },
        { ...four, SKU: 'C', Type: 'simple', Steuerklasse: 'standard' },
      ]),
      stores.de,
    )
    const taxes = rows.map(({ repaired = [] }) =>
      repaired.flatMap(({ code, column, value }) => (code === 'unread_tax' ? [`${column}: ${value}`] : [])),
    )
    expect(taxes).toEqual([['Tax class: reduced-rate'], [], ['Tax status: none', 'Tax class: zero-rate'], []])
  })

  it('notes a variation for which the file has no choice', async () => {
    const [row] = await read([parent, { ...four, 'Attribute 1 name': '', 'Attribute 1 value(s)': '' }])
    expect(row?.values).not.toHaveProperty('variant')
    expect(row?.repaired).toContainEqual({ code: 'no_choice', column: 'Parent', value: 'wb-aa' })
    const [known] = await read([parent, four])
    expect(known?.repaired?.map(({ code }) => code)).not.toContain('no_choice')
  })

  it('leaves shortcodes out of descriptions, with a note for each row that has them', async () => {
    const texts = {
      'Short description': 'Für Uhren [4 Stück].',
      Description: '[vc_row][vc_column]Lang haltbar.\\n[gallery ids="1,2"][/vc_column][/vc_row]',
    }
    const rows = await read([{ ...parent, ...texts }, four, { ...four, ...texts, SKU: 'B', Type: 'simple' }])
    for (const { values, repaired } of rows) {
      expect(values).toMatchObject({ description: 'Für Uhren [4 Stück].\n\nLang haltbar.' })
      expect(repaired).toContainEqual({ code: 'shortcodes', column: 'Description', value: '[vc_row]' })
    }
  })

  it('reads the attributes that pages show, and gives those of one value to variations', async () => {
    const names = [
      'Attribute 1 visible',
      ...[2, 3].flatMap((number) => [
        `Attribut ${number} Name`,
        `Attribut ${number} Wert(e)`,
        `Attribut ${number} sichtbar`,
      ]),
    ]
    const attributes = {
      'Attribut 2 Name': 'Material',
      'Attribut 2 Wert(e)': 'Nylon',
      'Attribut 2 sichtbar': '1',
      'Attribut 3 Name': 'Intern',
      'Attribut 3 Wert(e)': 'X9',
      'Attribut 3 sichtbar': '0',
    }
    const simple = {
      ...four,
      ...attributes,
      Type: 'simple',
      SKU: 'S',
      'Attribute 1 name': 'Farbe',
      'Attribute 1 value(s)': 'Rot, Blau',
    }
    const rows = await presetRows(
      woocommerceProducts,
      tableOf([...columns, ...names], [{ ...parent, ...attributes }, four, simple]),
      stores.de,
    )
    expect(rows.map(({ values }) => values?.facts)).toEqual([
      [{ name: 'Material', value: 'Nylon' }],
      [
        { name: 'Farbe', value: 'Rot, Blau' },
        { name: 'Material', value: 'Nylon' },
      ],
    ])
  })
})
