import { describe, expect, it } from 'vitest'
import { stores, type StoreCode } from '../domain/stores/stores.ts'
import { customerList } from './customer-list.ts'
import { shopTablePresets } from './shop-table-presets.ts'
import { shopifyCustomers } from './shopify-customers.ts'
import { rowsOf } from './table-rows.test-support.ts'
import { woocommerceCustomers } from './woocommerce-customers.ts'

const shopify = (store: StoreCode, ...rows: Record<string, string>[]) =>
  rowsOf(shopifyCustomers, stores[store], rows)
const columns = { 'First Name': '', 'Total Spent': '0.00', 'Accepts Email Marketing': '' }

describe('customers of Shopify', () => {
  it('have names, phone, company and an address of the store', async () => {
    const [row] = await shopify('no', {
      ...columns,
      'Customer ID': "'7001",
      'First Name': 'Åse',
      'Last Name': "O'Berg",
      Email: ' Ase.OBerg@Example.no ',
      'Default Address Company': 'Berg AS',
      'Default Address Address1': 'Storgata 1B',
      'Default Address Address2': 'H0201',
      'Default Address City': 'Ås',
      'Default Address Country Code': 'NO',
      'Default Address Zip': "'0150",
      'Default Address Phone': "'+4791234567",
      Phone: '',
      'Accepts Email Marketing': 'yes',
    })
    expect(row).toMatchObject({ row: 2, id: '7001' })
    expect(row!.repaired).toBeUndefined()
    expect(row!.values).toEqual({
      email: 'ase.oberg@example.no',
      profile: {
        firstName: 'Åse',
        lastName: "O'Berg",
        companyName: 'Berg AS',
        phone: '+4791234567',
        street: 'Storgata 1B, H0201',
        postalCode: '0150',
        city: 'Ås',
      },
      delivery: null,
      acceptsNewsletter: true,
      acceptedAt: null,
      consentColumn: 'Accepts Email Marketing',
      formerPasswordHash: null,
      countryCode: 'NO',
    })
  })

  it.each([
    ['DE', '+46701234567', 'DE'],
    ['', '0046 70 123 45 67', 'SE'],
    ['', "'+4791234567", 'NO'],
    ['', '070-123 45 67', null],
    ['Sverige', '', 'SE'],
    ['Somewhere', '', null],
  ])('are of the country of their address or else of their phone: %j, %j', async (country, phone, code) => {
    const cells = { ...columns, Email: 'a@example.se', 'Default Address Country Code': country, Phone: phone }
    const [row] = await shopify('sv', cells)
    expect(row!.values!.countryCode).toBe(code)
  })

  it('are refused without an address of e-mail, and no report names what the row says', async () => {
    const rows = await shopify('sv', { ...columns, Email: '' }, { ...columns, Email: 'anna at home' })
    expect(rows).toMatchObject([
      { refused: { code: 'missing', column: 'Email' } },
      { refused: { code: 'bad_email', column: 'Email' } },
    ])
    expect(JSON.stringify(rows)).not.toContain('anna')
  })

  it('leave out what the shop cannot hold', async () => {
    const [wrong, abroad] = await shopify(
      'sv',
      {
        ...columns,
        Email: 'a@example.se',
        Phone: 'call me',
        'Default Address Zip': '1',
        'Default Address City': 'Åby',
        'Default Address Country Code': 'SE',
      },
      {
        ...columns,
        Email: 'b@example.de',
        'Default Address City': 'Berlin',
        'Default Address Country Code': 'de',
      },
    )
    expect(wrong!.repaired).toEqual([
      { code: 'field_left_out', column: 'Default Address Zip' },
      { code: 'field_left_out', column: 'Phone' },
    ])
    expect(wrong!.values!.profile).toMatchObject({ phone: '', postalCode: '', city: 'Åby' })
    expect(abroad!.repaired).toEqual([{ code: 'other_country', column: 'Default Address Country Code' }])
    expect(abroad!.values!.profile.city).toBe('')
  })

  it.each([
    ['sv', 'Sverige', 'S-411 03', '41103'],
    ['sv', 'Sweden', 'SE-41103', '41103'],
    ['de', 'Deutschland', 'D-10115', '10115'],
    ['de', 'Germany', 'DE 10115', '10115'],
    ['no', 'Norwegen', 'N-0150', '0150'],
    ['da', 'Danmark', 'DK-2100', '2100'],
  ] as const)(
    'of %s have an address in “%s” with the postal code “%s”',
    async (store, country, zip, code) => {
      const [row] = await shopify(store, {
        ...columns,
        Email: 'a@example.com',
        'Default Address City': 'By',
        'Default Address Zip': zip,
        'Default Address Country Code': country,
      })
      expect(row!.repaired).toBeUndefined()
      expect(row!.values!.profile).toMatchObject({ city: 'By', postalCode: code })
    },
  )

  it('say of a country that is none that it is unknown, and are kept without the address', async () => {
    const country = { 'Default Address City': 'By', 'Default Address Country Code': 'Atlantis' }
    const [row] = await shopify('sv', { ...columns, Email: 'a@example.com', ...country })
    expect(row!.repaired).toEqual([{ code: 'unknown_country', column: 'Default Address Country Code' }])
    expect(row!.values!.profile.city).toBe('')
  })

  it.each([
    ['yes', true],
    ['TRUE', true],
    ['1', true],
    ['no', false],
    ['false', false],
    ['0', false],
    ['', null],
    ['perhaps', null],
  ])('that say “%s” to the newsletter: %s', async (text, expected) => {
    const [row] = await shopify('sv', { ...columns, Email: 'a@example.se', 'Accepts Email Marketing': text })
    expect(row!.values!.acceptsNewsletter).toBe(expected)
  })

  it('of one address in several rows accept the newsletter only as long as none says no', async () => {
    const said = ['yes', 'no', 'yes', ''].map((text) => ({
      ...columns,
      Email: text === 'no' ? 'A@EXAMPLE.se' : 'a@example.se',
      'Accepts Email Marketing': text,
    }))
    const rows = await shopify('sv', ...said)
    expect(rows.map(({ values }) => values!.acceptsNewsletter)).toEqual([true, false, false, false])
    expect(rows[2]!.repaired).toEqual([
      { code: 'same_address', column: 'Email', detail: { code: 'earlier_row', values: { row: 2 } } },
    ])
  })
})

describe('customers of WooCommerce', () => {
  const woocommerce = (...rows: Record<string, string>[]) => rowsOf(woocommerceCustomers, stores.sv, rows)

  it('have an address of their own, and another one for goods', async () => {
    const row = {
      customer_id: '12',
      username: 'anna',
      first_name: 'Anna',
      last_name: 'Ek',
      email: 'anna@example.se',
      billing_first_name: 'Anna',
      billing_last_name: 'Ek',
      billing_company: '',
      billing_address_1: 'Storgatan 1',
      billing_address_2: '',
      billing_postcode: '111 22',
      billing_city: 'Stockholm',
      billing_country: 'SE',
      billing_phone: '070-123 45 67',
      shipping_first_name: 'Bo',
      shipping_last_name: 'Ek',
      shipping_address_1: 'Lilla vägen 2',
      shipping_postcode: '41101',
      shipping_city: 'Göteborg',
      shipping_country: 'SE',
    }
    const [other, same] = await woocommerce(row, {
      ...row,
      email: 'b@example.se',
      shipping_address_1: 'Storgatan 1',
      shipping_postcode: '11122',
      shipping_city: 'Stockholm',
    })
    expect(other!.values).toMatchObject({
      profile: { firstName: 'Anna', street: 'Storgatan 1', postalCode: '11122', phone: '070-123 45 67' },
      delivery: {
        firstName: 'Bo',
        lastName: 'Ek',
        street: 'Lilla vägen 2',
        postalCode: '41101',
        city: 'Göteborg',
      },
      acceptsNewsletter: null,
    })
    expect(same!.values!.delivery).toBeNull()
  })

  it('of its own report have one column for both names', async () => {
    const [row] = await woocommerce({
      Name: 'Anna Maria Ek',
      Username: 'anna',
      Email: 'anna@example.se',
      Orders: '3',
      'Total spend': '100',
      AOV: '33',
      'Country / Region': 'SE',
      City: 'Lund',
      'Postal code': '223 50',
    })
    expect(row!.values!.profile).toMatchObject({
      firstName: 'Anna Maria',
      lastName: 'Ek',
      city: 'Lund',
      postalCode: '22350',
    })
  })

  it.each([
    ['Anna von der Leyen', 'Anna', 'von der Leyen'],
    ['Carl Gustaf af Ugglas', 'Carl Gustaf', 'af Ugglas'],
    ['Vincent van Gogh', 'Vincent', 'van Gogh'],
    ['von Platen', 'von', 'Platen'],
    ['Cher', 'Cher', ''],
  ])('have the words of their family name together: %s', async (Name, firstName, lastName) => {
    const report = { Name, Username: 'a', Email: 'a@example.se', 'Total spend': '1', AOV: '1' }
    const [row] = await woocommerce(report)
    expect(row!.values!.profile).toMatchObject({ firstName, lastName })
  })

  it('are not taken for orders', () => {
    expect(
      woocommerceCustomers.matches([
        'order_number',
        'billing_email',
        'billing_address_1',
        'billing_postcode',
      ]),
    ).toBe(false)
  })
})

describe('a list of customers', () => {
  it('is recognised in the languages of the stores, after the systems that are known, and not among orders', () => {
    const known = (header: string) => shopTablePresets.find(({ matches }) => matches(header.split(';')))?.name
    expect(known('Kundnr;Förnamn;Efternamn;E-post;Gatuadress;Postnummer;Ort;Nyhetsbrev')).toBe(
      'customer-list',
    )
    expect(known('Vorname;Nachname;E-Mail;PLZ;Ort')).toBe('customer-list')
    expect(known('Navn;Epost;Postnr;Poststed')).toBe('customer-list')
    expect(known('Customer ID;Email *;Last Name *;First Name *;Newsletter (0/1)')).toBe('customer-list')
    expect(known('Email;First Name;City;Accepts Email Marketing;Total Spent')).toBe('shopify-customers')
    expect(known('Ordernummer;Namn;E-post;Postnummer;Ort')).toBeUndefined()
    expect(known('Namn;E-post')).toBeUndefined()
  })

  it('gives customers with their address and what they said of the newsletter', async () => {
    const [row] = await rowsOf(customerList, stores.sv, [
      {
        Kundnr: '17',
        Namn: 'Anna von Berg',
        'E-post': 'Anna@Example.se',
        Gatuadress: 'Storgatan 1',
        Postnummer: '411 03',
        Ort: 'Göteborg',
        Nyhetsbrev: 'Ja',
      },
    ])
    expect(row).toMatchObject({
      id: '17',
      values: {
        email: 'anna@example.se',
        profile: { firstName: 'Anna', lastName: 'von Berg', street: 'Storgatan 1', city: 'Göteborg' },
        acceptsNewsletter: true,
        consentColumn: 'Nyhetsbrev',
      },
    })
  })

  it('names columns as the file does', async () => {
    const [row] = await rowsOf(customerList, stores.sv, [
      { Namn: 'Anna Ek', Epost: 'ingen', Postnr: '411 03', Ort: 'Göteborg' },
    ])
    expect(row).toMatchObject({ refused: { code: 'bad_email', column: 'Epost' } })
  })
})
