import { join } from 'node:path'
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { describe, expect, it } from 'vitest'
import {
  invoiceDocument,
  type InvoiceDocument,
  type InvoiceKind,
} from '../../domain/invoices/invoice-document.ts'
import { minor } from '../../domain/money/money.ts'
import { basketOfOrder } from '../../domain/payments/payment-basket.ts'
import { storeCodes, storePolicies, stores, type StoreCode } from '../../domain/stores/stores.ts'
import { snapshotOf } from '../../test/order-fixture.ts'
import { createInvoiceRenderer } from './invoice-pdf.ts'

const render = createInvoiceRenderer(join(process.cwd(), 'providers/invoice/fonts'))

function documentOf(store: StoreCode, kind: InvoiceKind, business = true): InvoiceDocument {
  const sample = snapshotOf(store)
  const [line] = sample.lines
  const rate = storePolicies[store].vatRateBasisPoints
  const vatOf = (gross: number) => minor(Math.round((gross * rate) / (10_000 + rate)))
  const snapshot = snapshotOf(store, {
    customer: {
      ...sample.customer,
      firstName: 'Zoë Łucja',
      lastName: 'Ærø-Größe',
      ...(business && {
        type: 'business' as const,
        companyName: 'Småföretaget & Söner',
        identityNumber: '556737-0431',
        vatNumber: 'SE556737043101',
      }),
    },
    lines: [{ ...line!, name: 'Batteri åäö ßæø “AA”', vatMinor: vatOf(30_000) }],
    shipping: { ...sample.shipping, vatMinor: vatOf(6_900) },
    recipient: {
      ...sample.address,
      firstName: 'Bo',
      lastName: 'Ek',
      companyName: 'Småföretagets lager',
      street: 'Hamngatan 9',
    },
    references: {
      yourReference: 'Avd. 7',
      purchaseOrder: 'PO-4711',
      costCentre: 'KS 4020',
      electronicAddress: '7381000000003',
    },
    giftCards: [{ id: 1, hint: 'ABCD', amountMinor: minor(5_000) }],
    payableMinor: minor(31_900),
  })
  return invoiceDocument({
    kind,
    number: 1234,
    orderNumber: 'X100001',
    snapshot,
    lines: basketOfOrder(snapshot).lines,
    issuedAt: Date.UTC(2026, 10, 20, 23, 30),
    corrects: kind === 'credit_note' ? [1200, 1201] : [],
  })
}

async function readPdf(pdf: Buffer) {
  const document = await getDocument({ data: new Uint8Array(pdf), verbosity: 0 }).promise
  const texts: string[] = []
  for (let number = 1; number <= document.numPages; number++) {
    const { items } = await (await document.getPage(number)).getTextContent()
    texts.push(items.map((item) => ('str' in item ? item.str : '')).join(' '))
  }
  const { info } = await document.getMetadata()
  return {
    text: texts.join(' ').replaceAll(/\s+/g, ' '),
    info: info as Record<string, unknown>,
    pages: document.numPages,
    isTagged: (await document.getMarkInfo())?.['Marked'] === true,
  }
}

/** What each country's invoice states, and the source that asks for it. */
const fields: [name: string, source: string, values: Record<'sv' | 'no' | 'de' | 'da', string>][] = [
  [
    'the word invoice',
    'Art. 226 VAT directive',
    { sv: 'Faktura', no: 'Faktura', de: 'Rechnung', da: 'Faktura' },
  ],
  [
    'number',
    'Art. 226 (2)',
    {
      sv: 'Fakturanummer 1234',
      no: 'Fakturanummer 1234',
      de: 'Rechnungsnummer 1234',
      da: 'Fakturanummer 1234',
    },
  ],
  [
    'date of issue',
    'Art. 226 (1)',
    { sv: '21 nov. 2026', no: '21. nov. 2026', de: '21.11.2026', da: '21. nov. 2026' },
  ],
  [
    'date of supply',
    'Art. 226 (7), § 14 (4) no. 6 UStG',
    { sv: 'Leveransdatum', no: 'Leveringsdato', de: 'Lieferdatum', da: 'Leveringsdato' },
  ],
  [
    'seller',
    'Art. 226 (5)',
    {
      sv: 'Batterigatan 4 112 51 Stockholm',
      no: 'Akkumulatorveien 8 0581 Oslo',
      de: 'Zellenstraße 12 10587 Berlin',
      da: 'Elementvej 3 2300 København S',
    },
  ],
  [
    'VAT number of the seller',
    'Art. 226 (3)',
    { sv: 'SE559000000001', no: 'NO900000000MVA', de: 'DE000000000', da: 'DK00000000' },
  ],
  [
    'buyer',
    'Art. 226 (5)',
    {
      sv: 'Småföretaget & Söner Zoë Łucja Ærø-Größe Storgatan 1 123 45 Luleå',
      no: 'Småföretaget & Söner Zoë Łucja Ærø-Größe Storgatan 1 12345 Luleå',
      de: 'Småföretaget & Söner Zoë Łucja Ærø-Größe Storgatan 1 12345 Luleå',
      da: 'Småföretaget & Söner Zoë Łucja Ærø-Größe Storgatan 1 12345 Luleå',
    },
  ],
  [
    'delivery address',
    'Peppol BIS 3 BG-13',
    {
      sv: 'Småföretagets lager Bo Ek Hamngatan 9 123 45 Luleå',
      no: 'Småföretagets lager Bo Ek Hamngatan 9 12345 Luleå',
      de: 'Småföretagets lager Bo Ek Hamngatan 9 12345 Luleå',
      da: 'Småföretagets lager Bo Ek Hamngatan 9 12345 Luleå',
    },
  ],
  [
    'register',
    'ABL ch. 28 § 5; foretaksregisterloven § 10-2; § 35a GmbHG; CVR-loven',
    {
      sv: 'Org.nr 559000-0000',
      no: 'Foretaksregisteret',
      de: 'HRB 000000 B',
      da: 'CVR-nummer: 00000000',
    },
  ],
  [
    'further statements',
    'skatteförfarandelagen ch. 9 (approval for F-tax); § 35a GmbHG',
    {
      sv: 'Godkänd för F-skatt',
      no: 'Foretaksregisteret',
      de: 'Geschäftsführerin: Karla Winter',
      da: 'Anode Danmark ApS',
    },
  ],
  [
    'due date, 30 days for companies',
    'own terms',
    { sv: '21 dec. 2026', no: '21. des. 2026', de: '21.12.2026', da: '21. dec. 2026' },
  ],
  [
    'VAT per rate',
    'Art. 226 (8) to (10)',
    {
      sv: 'Underlag för moms 25 % 295,20 kr Moms 25 %',
      no: 'Grunnlag for mva. 25 % 295,20 kr Mva. 25 %',
      de: 'Netto zu 19 % USt. 310,08 € USt. 19 %',
      da: 'Grundlag for moms 25 % 295,20 kr. Moms 25 %',
    },
  ],
  ['VAT amount', 'Art. 226 (10)', { sv: '73,80 kr', no: '73,80', de: '58,92 €', da: '73,80 kr.' }],
  ['net amount', 'Art. 226 (8)', { sv: '295,20 kr', no: '295,20', de: '310,08 €', da: '295,20 kr.' }],
  [
    'unit price without VAT',
    'Art. 226 (8)',
    { sv: '143,20 kr', no: '143,20', de: '150,42 €', da: '143,20 kr.' },
  ],
  [
    'gift card that paid',
    'own',
    { sv: 'presentkort …ABCD', no: 'gavekort …ABCD', de: 'Gutschein …ABCD', da: 'gavekort …ABCD' },
  ],
  ['payable', 'own', { sv: '319,00 kr', no: '319,00', de: '319,00 €', da: '319,00 kr.' }],
  [
    'payment reference',
    'Bankgirot OCR, KID, FIK, ISO 11649',
    {
      sv: 'OCR-nummer 12344',
      no: 'KID 12344',
      de: 'Verwendungszweck RF541234',
      da: 'Betalings-ID 000000000012344',
    },
  ],
  [
    'account',
    'own',
    {
      sv: 'Bankgiro 5900-0000',
      no: 'Kontonummer 8601 11 17947',
      de: 'IBAN DE89 3704 0044 0532 0130 00',
      da: 'IBAN DK50 0040 0440 1162 43',
    },
  ],
  [
    'no interest and charges',
    'CCD2 Art. 2 (2) (h)',
    { sv: 'Ingen ränta', no: 'Ingen renter', de: 'weder Zinsen', da: 'hverken renter' },
  ],
]

/** The same in every country. */
const shared: [name: string, source: string, value: string][] = [
  ['number of the buyer', 'Peppol BIS 3', '556737-0431'],
  ['VAT number of the buyer', 'Art. 226 (4)', 'SE556737043101'],
  ['cost centre', 'Peppol BIS 3 BT-19', 'KS 4020'],
  ['your reference', 'Peppol BIS 3 R003', 'Avd. 7'],
  ['purchase order', 'Peppol BIS 3 R003', 'PO-4711'],
  ['electronic address', 'Peppol BIS 3 R010', '7381000000003'],
  ['goods', 'Art. 226 (6)', 'Batteri åäö ßæø “AA” SKU-1'],
  ['order', 'own', 'X100001'],
]

describe.each(storeCodes)('the invoice of %s', (store) => {
  it("names the delivery without the shop's own id of the method", async () => {
    const [method] = storePolicies[store].shippingMethods
    const document = documentOf(store, 'invoice')
    const lines = document.lines.map((line) =>
      line.reference === 'SKU-1' ? line : { ...line, reference: method!.id, description: method!.name },
    )
    const { text } = await readPdf(await render({ ...document, lines }))
    expect(text).toContain(method!.name)
    expect(text).not.toContain(method!.id)
  })

  it('states every field that the law of its country asks for', async () => {
    const { text, isTagged, info, pages } = await readPdf(await render(documentOf(store, 'invoice')))
    for (const [name, source, values] of fields) expect(text, `${name} (${source})`).toContain(values[store])
    for (const [name, source, value] of shared) expect(text, `${name} (${source})`).toContain(value)
    expect([isTagged, pages]).toEqual([true, 1])
    expect(info).toMatchObject({ Language: stores[store].iso, Title: expect.stringContaining('1234') })
  })

  it('has a credit note that names the invoices it corrects and asks for no payment', async () => {
    const { text } = await readPdf(await render(documentOf(store, 'credit_note')))
    const names = { sv: 'Kreditfaktura', no: 'Kreditnota', de: 'Rechnungskorrektur', da: 'Kreditnota' }
    expect(text).toContain(names[store])
    expect(text).toContain('1200, 1201')
    expect(text).not.toContain('IBAN')
  })

  it('gives private buyers at most 14 days, and prints no personal number', async () => {
    const document = documentOf(store, 'invoice', false)
    expect(document.dueOn).toBe('2026-12-05')
    expect(storePolicies[store].invoicing.termDays.private).toBeLessThanOrEqual(14)
    expect(document.buyer.organisationNumber).toBeNull()
  })
})

it('writes the number of a company as its country does', async () => {
  const document = documentOf('no', 'invoice')
  const buyer = { ...document.buyer, organisationNumber: '988077917' }
  const { text } = await readPdf(await render({ ...document, buyer }))
  expect(text).toMatch(/988\s077\s917/)
})

it('is the same to the byte for the same document', async () => {
  const document = documentOf('sv', 'invoice')
  expect((await render(document)).equals(await render(document))).toBe(true)
})

it('continues on further pages where there are many lines', async () => {
  const document = documentOf('de', 'invoice')
  const lines = Array.from({ length: 90 }, () => document.lines[0]!)
  const { text, pages } = await readPdf(await render({ ...document, lines }))
  expect(pages).toBeGreaterThan(1)
  expect(text).toContain(`Seite ${pages} von ${pages}`)
  expect(text).toContain('Zu zahlen')
})

it('is issued by stores that are legal entities of their own, so that the store’s numbers are the entity’s', () => {
  const numbers = storeCodes.map((store) => storePolicies[store].company.vatNumber)
  expect(new Set(numbers).size).toBe(storeCodes.length)
})
