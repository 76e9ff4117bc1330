import { describe, expect, it } from 'vitest'
import { stores } from '../domain/stores/stores.ts'
import { readFeedRow, type FeedValues } from './feed-row.ts'
import { feedFieldTexts, fieldsAfter } from './product-field-values.ts'
import { describeReport, shortened } from './row-report.ts'

const good: FeedValues = {
  id: '1400',
  title: 'HP 80 Magenta',
  description: 'Ink. Fits: HP Designjet 1000.',
  availability: 'in_stock',
  price: '808.00 SEK',
  gtin: '0882780756342',
  product_type: 'Electronics > Printers > Ink',
  quantity: '37',
}

function problemOf(changes: FeedValues) {
  const read = readFeedRow({ ...good, ...changes }, stores.sv)
  return read.ok ? null : [read.problem.code, read.problem.column]
}

describe('a row of a feed', () => {
  it('is a choice of a product where it has a group and says by what it is chosen', () => {
    const read = (changes: FeedValues) => {
      const row = readFeedRow({ ...good, ...changes }, stores.sv)
      if (!row.ok) throw new Error(row.problem.code)
      const { variant, itemGroup } = row.feed
      return { variant, itemGroup }
    }
    expect(read({ item_group_id: 'G1', size: ' M ', color: '', material: 'Ull' })).toEqual({
      variant: {
        group: 'G1',
        title: 'HP 80 Magenta',
        choices: [
          { name: 'size', value: 'M' },
          { name: 'material', value: 'Ull' },
        ],
      },
      itemGroup: 'G1',
    })
    expect(read({ item_group_id: 'G1' })).toEqual({ variant: undefined, itemGroup: 'G1' })
    expect(read({ size: 'M' })).toEqual({ variant: undefined, itemGroup: undefined })
    const choices = [
      { name: 'Antal\tceller', value: 'Fyra\nst' },
      { name: 'Tom', value: '' },
    ]
    expect(read({ variant: { group: 'handske', title: ' Handske', choices } })).toEqual({
      variant: {
        group: 'handske',
        title: 'Handske',
        choices: [{ name: 'Antal celler', value: 'Fyra st' }],
      },
      itemGroup: 'handske',
    })
    expect(read({ variant: { group: 'x'.repeat(101), title: '', choices } }).variant).toBeUndefined()
  })

  it('cuts a name that is too long after a word, in files of other systems alone', () => {
    const long = 'Batteri '.repeat(20).trim()
    const cut = 'Batteri '.repeat(18).trim()
    const read = (changes: FeedValues) => readFeedRow({ ...good, ...changes }, stores.sv, { isFeed: false })
    expect(read({ title: long })).toMatchObject({
      feed: { name: cut },
      repaired: [{ code: 'title_cut', column: 'title' }],
    })
    expect(read({ title: 'x'.repeat(151) })).toMatchObject({ feed: { name: 'x'.repeat(150) } })
    expect(read({ title: `${cut}, mini` })).toMatchObject({ feed: { name: `${cut}, mini` }, repaired: [] })
    const choices = [{ name: 'Färg', value: 'Röd' }]
    expect(read({ title: `${long}, Röd`, variant: { group: 'b', title: long, choices } })).toMatchObject({
      feed: { name: `${cut}, Röd`, variant: { title: cut } },
    })
    expect(readFeedRow({ ...good, title: long }, stores.sv)).toMatchObject({ problem: { code: 'too_long' } })
  })

  describe('of another system', () => {
    const read = (changes: FeedValues) => readFeedRow({ ...good, ...changes }, stores.sv, { isFeed: false })

    it('has the text of a name with markup', () => {
      const choices = [{ name: 'Färg', value: '<i>Röd</i>' }]
      const variant = { group: 'b', title: '<b>Batteri</b>', choices }
      expect(read({ title: '<b>Batteri</b><br />&amp; laddare, <i>Röd</i>', variant })).toMatchObject({
        feed: {
          name: 'Batteri & laddare, Röd',
          variant: { title: 'Batteri', choices: [{ name: 'Färg', value: 'Röd' }] },
        },
        repaired: [{ code: 'html', column: 'title' }],
      })
      expect(read({ title: 'Batteri &amp; laddare' })).toMatchObject({ feed: { name: 'Batteri & laddare' } })
      expect(read({ title: '<b></b>' })).toMatchObject({ problem: { code: 'markup' } })
      expect(readFeedRow({ ...good, title: '<b>Batteri</b>' }, stores.sv)).toMatchObject({
        problem: { code: 'markup' },
      })
    })

    it('has a description that is too long cut after a paragraph, else after a word', () => {
      const paragraph = 'ord '.repeat(800).trim()
      expect(read({ description: `<p>${paragraph}</p><p>${paragraph}</p>` })).toMatchObject({
        feed: { description: paragraph },
        repaired: [{ code: 'html' }, { code: 'description_cut', column: 'description' }],
      })
      const cut = read({ description: 'ord '.repeat(2000) })
      expect(cut).toMatchObject({ feed: { description: 'ord '.repeat(1250).trim() } })
    })

    it('is measured without its markup', () => {
      const styled = `<p style="${'x'.repeat(6000)}">Kort</p>`
      expect(read({ description: styled })).toMatchObject({ feed: { description: 'Kort' } })
      expect(readFeedRow({ ...good, description: styled }, stores.sv)).toMatchObject({
        feed: { description: 'Kort' },
      })
    })

    it('keeps a weight with many decimals, and loses one without a unit, but not what is dangerous', () => {
      expect(read({ shipping_weight: '130.407806375 g' })).toMatchObject({ feed: { grossWeightGrams: 130 } })
      expect(read({ shipping_weight: '0.0' })).toMatchObject({
        feed: { grossWeightGrams: null },
        repaired: [],
      })
      const without = read({ shipping_weight: '2.5', shipping_width: '9 m2' })
      expect(without).toMatchObject({
        ok: true,
        repaired: [
          { code: 'field_left_out', column: 'shipping_weight', value: '2.5' },
          { code: 'field_left_out', column: 'shipping_width' },
        ],
      })
      if (without.ok) expect(without.feed.grossWeightGrams).toBeUndefined()
      expect(read({ battery_energy: '50' })).toMatchObject({ problem: { code: 'bad_measure' } })
      expect(readFeedRow({ ...good, shipping_weight: '2.5' }, stores.sv)).toMatchObject({
        problem: { code: 'bad_measure' },
      })
    })
  })

  it('states what carriers and customs must know, as an export writes it', () => {
    const columns = {
      un_number: 'UN3481',
      battery_energy: '55.5 Wh',
      lithium_content: '0.3 g',
      shipping_weight: '1250 g',
      shipping_length: '29.5 cm',
      shipping_width: '20 cm',
      shipping_height: '9 cm',
      hs_code: '850760',
      origin_country: 'CN',
    }
    const read = readFeedRow({ ...good, ...columns }, stores.sv)
    expect(read).toMatchObject({
      ok: true,
      feed: {
        unNumber: 'UN3481',
        batteryEnergyMilliwattHours: 55_500,
        lithiumContentMilligrams: 300,
        grossWeightGrams: 1250,
        packageLengthMm: 295,
        packageWidthMm: 200,
        packageHeightMm: 90,
        hsCode: '850760',
        originCountry: 'CN',
      },
    })
    if (read.ok) expect(feedFieldTexts(fieldsAfter(read.feed, null))).toMatchObject(columns)
  })

  it('becomes a product', () => {
    const read = readFeedRow({ ...good, sale_price: '703.00 SEK', tier_prices: '10:780.00' }, stores.sv)
    expect(read).toMatchObject({
      ok: true,
      repaired: [],
      feed: {
        sku: '1400',
        priceMinor: 80800,
        salePriceMinor: 70300,
        salePeriod: undefined,
        tiers: [{ minQuantity: 10, priceMinor: 78000 }],
        categoryNames: ['Electronics', 'Printers', 'Ink'],
        fits: ['HP Designjet 1000'],
        condition: undefined,
        brand: undefined,
        quantity: { units: 37, relative: false },
      },
    })
  })

  it.each<[FeedValues, string, string]>([
    [{ un_number: '3480' }, 'bad_un_number', 'un_number'],
    [{ shipping_weight: '1250' }, 'bad_measure', 'shipping_weight'],
    [{ battery_energy: '0 Wh' }, 'bad_measure', 'battery_energy'],
    [{ hs_code: '8507' }, 'bad_hs_code', 'hs_code'],
    [{ origin_country: 'China' }, 'too_long', 'origin_country'],
    [{ origin_country: 'cn' }, 'bad_country', 'origin_country'],
    [{ id: ' ' }, 'missing', 'id'],
    [{ title: '' }, 'missing', 'title'],
    [{ price: '' }, 'missing', 'price'],
    [{ availability: '' }, 'missing', 'availability'],
    [{ title: 'x'.repeat(151) }, 'too_long', 'title'],
    [{ title: 'a\u0000b' }, 'control_character', 'title'],
    [{ title: 'a\u0085b' }, 'control_character', 'title'],
    [{ link: 'a\u0007b' }, 'control_character', 'link'],
    [{ title: 'half \ud800 pair' }, 'control_character', 'title'],
    [{ title: 'was \uFFFD' }, 'broken_utf8', 'title'],
    [{ title: '<b>x</b>' }, 'markup', 'title'],
    [{ gtin: '0882780756343' }, 'bad_gtin', 'gtin'],
    [{ condition: 'old' }, 'bad_condition', 'condition'],
    [{ availability: 'i lager' }, 'bad_availability', 'availability'],
    [{ sale_price: '808.00 SEK' }, 'sale_price_not_lower', 'sale_price'],
    [{ price: '0.45 SEK' }, 'rounds_to_nothing', 'price'],
    [{ sale_price: '0.30 SEK' }, 'rounds_to_nothing', 'sale_price'],
    [{ tier_prices: '10:1;100:0.4' }, 'rounds_to_nothing', 'tier_prices'],
    [{ price: '12.90 SEK', sale_price: '12.60 SEK' }, 'sale_price_not_lower', 'sale_price'],
    [{ sale_price: '1 SEK', sale_price_effective_date: 'now' }, 'bad_date', 'sale_price_effective_date'],
    [{ availability: 'preorder', availability_date: 'soon' }, 'bad_date', 'availability_date'],
    [{ quantity: '1.5' }, 'bad_quantity', 'quantity'],
    [{ quantity: '+-1' }, 'bad_quantity', 'quantity'],
    [{ availability: 'out_of_stock', quantity: '+1' }, 'quantity_contradicts', 'quantity'],
    [{ quantity_at: 'yesterday' }, 'bad_date', 'quantity_at'],
    [{ quantity_at: '2026-11-20' }, 'bad_date', 'quantity_at'],
    [{ quantity: '0' }, 'quantity_contradicts', 'quantity'],
    [{ tier_prices: '10:900.00' }, 'bad_tier_prices', 'tier_prices'],
    [{ image_link: 'javascript:alert(1)' }, 'bad_image_link', 'image_link'],
    [{ image_link: 'file:///etc/passwd' }, 'bad_image_link', 'image_link'],
  ])('refuses %o as %s', (changes, code, column) => {
    expect(problemOf(changes)).toEqual([code, column])
  })

  it('leaves absent columns undefined, and marks empty ones to be cleared', () => {
    const { id = '', title = '', price = '', availability = '' } = good
    const short = readFeedRow({ id, title, price, availability }, stores.sv)
    expect(short).toMatchObject({
      feed: {
        description: undefined,
        brand: undefined,
        tiers: undefined,
        salePriceMinor: undefined,
        quantity: null,
      },
    })
    const empty = readFeedRow(
      { id, title, price, availability, brand: '', sale_price: '', tier_prices: ' ' },
      stores.sv,
    )
    expect(empty).toMatchObject({ feed: { brand: null, salePriceMinor: null, tiers: [], gtin: undefined } })
  })

  it('reads relative stock quantities, and the time of a count to the microsecond', () => {
    const quantityOf = (quantity: string) => {
      const read = readFeedRow(
        { ...good, quantity, quantity_at: '2026-11-20T12:00:00.123456+01:00' },
        stores.sv,
      )
      return read.ok && [read.feed.quantity, read.feed.countedAt]
    }
    const at = '2026-11-20T11:00:00.123456Z'
    expect(quantityOf('+10')).toEqual([{ units: 10, relative: true }, at])
    expect(quantityOf('-3')).toEqual([{ units: -3, relative: true }, at])
    expect(quantityOf('−3')).toEqual([{ units: -3, relative: true }, at])
    expect(quantityOf('3')).toEqual([{ units: 3, relative: false }, at])
  })

  it("takes Google's older spelling and other alphabets", () => {
    for (const availability of ['in stock', 'In Stock', 'out of stock', 'OUT OF STOCK', 'Pre-order'])
      expect(problemOf({ availability, quantity: '' }), availability).toBeNull()
    expect(problemOf({ condition: 'Refurbished' })).toBeNull()
    expect(problemOf({ title: 'Ωμέγα 電池 🔋 ‮rtl', brand: '日本' })).toBeNull()
  })

  it('loses a field or a character, not the row, to what spreadsheets and shops write', () => {
    const read = (changes: FeedValues) => {
      const row = readFeedRow({ ...good, ...changes }, stores.sv)
      return row.ok ? { feed: row.feed, codes: row.repaired.map(({ code }) => code) } : row.problem
    }
    expect(read({ gtin: "'0882780756342" })).toMatchObject({
      feed: { gtin: '0882780756342' },
      codes: ['apostrophe'],
    })
    expect(read({ gtin: "'5.90E+12" })).toMatchObject({
      feed: { gtin: undefined },
      codes: ['apostrophe', 'field_left_out'],
    })
    expect(
      read({
        image_link: 'https://cdn.example.com/cr2032 front.jpg?v=1',
        additional_image_link: 'https://cdn.example.com/a b.jpg, https://cdn.example.com/c.jpg',
      }),
    ).toMatchObject({
      feed: {
        imageLink: 'https://cdn.example.com/cr2032%20front.jpg?v=1',
        additionalImageLinks: ['https://cdn.example.com/a%20b.jpg', 'https://cdn.example.com/c.jpg'],
      },
      codes: ['spaces_in_address', 'spaces_in_address'],
    })
    expect(read({ description: '<p>Varma <b>handskar</b></p><ul><li>S</li></ul>' })).toMatchObject({
      feed: { description: 'Varma handskar\n\n- S' },
      codes: ['html'],
    })
  })

  it('moves a time that the clocks skip, and names it', () => {
    const row = readFeedRow(
      { ...good, sale_price: '703 SEK', sale_price_effective_date: '2027-03-28T02:30/2027-04-01' },
      stores.sv,
    )
    expect(row).toMatchObject({
      feed: { salePeriod: { startsAt: '2027-03-28T01:30:00.000Z' } },
      repaired: [
        { code: 'skipped_time', value: '2027-03-28T02:30', detail: { values: { text: '2027-03-28T03:30' } } },
      ],
    })
    const dated = { availability: 'preorder', availability_date: '2027-03-28T03:30' }
    expect(readFeedRow({ ...good, ...dated }, stores.sv)).toMatchObject({ repaired: [] })
  })

  it('repairs a decimal comma and reports it', () => {
    const read = readFeedRow({ ...good, price: '808,50 SEK' }, stores.sv)
    expect(read).toMatchObject({
      feed: { priceMinor: 80900 },
      repaired: [
        { code: 'decimal_comma', column: 'price' },
        { code: 'rounded_price', column: 'price' },
      ],
    })
  })

  it('has prices in the digits of the currency, and names those that were rounded', () => {
    const row = {
      ...good,
      price: '12.90 SEK',
      sale_price: '11.40 SEK',
      tier_prices: '10:12.60;50:10.90',
      sale_tier_prices: '50:10.60',
    }
    const read = readFeedRow(row, stores.sv)
    expect(read).toMatchObject({
      ok: true,
      feed: {
        priceMinor: 1300,
        salePriceMinor: 1100,
        // From 10 units on it costs what one costs.
        tiers: [{ minQuantity: 50, priceMinor: 1100 }],
        saleTiers: [],
      },
      repaired: [
        { column: 'price', value: '12.90 SEK', detail: { values: { prices: '12.90 → 13 kr' } } },
        { column: 'tier_prices', detail: { values: { prices: '12.60 → 13 kr, 10.90 → 11 kr' } } },
        { column: 'sale_price', detail: { values: { prices: '11.40 → 11 kr' } } },
        { column: 'sale_tier_prices', detail: { values: { prices: '10.60 → 11 kr' } } },
      ],
    })
    if (read.ok)
      expect(describeReport({ outcome: 'repaired', row: 2, line: 2, id: '1400', ...read.repaired[0]! })).toBe(
        'Row 2, id 1400: repaired: price “12.90 SEK” has more decimals than prices in the currency have; rounded (12.90 → 13 kr).',
      )
    const inEuro = { ...row, price: '12.90 EUR', sale_price: '11.40 EUR' }
    expect(readFeedRow(inEuro, stores.de)).toMatchObject({
      feed: { priceMinor: 1290, salePriceMinor: 1140 },
      repaired: [],
    })
  })

  it('reports values shortened and harmless for a terminal', () => {
    expect(shortened('x'.repeat(61))).toBe(`${'x'.repeat(60)}…`)
    expect(shortened('\u001b[31mred')).toBe('\\u{1b}[31mred')
    expect(shortened('two\r\nlines\tof text')).toBe('two↵lines of text')
    expect(
      describeReport({
        outcome: 'refused',
        row: 27,
        line: 27,
        id: '1466',
        code: 'missing',
        column: 'price',
        value: '',
      }),
    ).toBe('Row 27, id 1466: price is missing.')
  })
})
