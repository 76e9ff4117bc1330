/**
 * Invoices and credit notes as PDF: A4, tagged for screen readers, in the store's language. The same document gives
 * the same bytes. The fonts (Liberation Sans, SIL Open Font License) are embedded; they have every Latin, Greek and
 * Cyrillic letter, so that any buyer's name is printed as it was written.
 */
import { join } from 'node:path'
import PDFDocument from 'pdfkit'
import { fillMessage as fill } from '../../domain/content/message.ts'
import type { InvoiceDocument, InvoiceLine, RenderInvoice } from '../../domain/invoices/invoice-document.ts'
import { formatMoney, type Minor } from '../../domain/money/money.ts'
import { organisationNumberText } from '../../domain/stores/organisation-number.ts'
import { postalCodeText } from '../../domain/stores/postal-code.ts'
import { storePolicies, stores, type StoreCode } from '../../domain/stores/stores.ts'
import { textsOf, type Texts } from '../../locales/texts.server.ts'

type Words = Texts['mails']['invoice']
type Pdf = PDFKit.PDFDocument

const margin = 48
const pageWidth = 595.28
const contentWidth = pageWidth - 2 * margin
/** Below it a new page begins; the footer of the seller follows. */
const contentEnd = 730

/** `fontDirectory`: where the fonts are. `hasMark`: whether the mark of the stores' files is drawn. */
export function createInvoiceRenderer(fontDirectory: string, { hasMark = true } = {}): RenderInvoice {
  return async (document) => {
    const words = textsOf(document.store).mails.invoice
    const isInvoice = document.kind === 'invoice'
    const heading = isInvoice ? words.invoice : words.creditNote
    const pdf = new PDFDocument({
      size: 'A4',
      // The footer is below the margin of pdfkit's own page breaks.
      margins: { top: margin, left: margin, right: margin, bottom: 0 },
      bufferPages: true,
      pdfVersion: '1.7',
      tagged: true,
      displayTitle: true,
      lang: stores[document.store].iso,
      info: {
        Title: `${heading} ${document.number}, ${document.seller.name}`,
        Author: document.seller.name,
        CreationDate: new Date(`${document.issuedOn}T12:00:00Z`),
      },
    })
    pdf.registerFont('regular', join(fontDirectory, 'LiberationSans-Regular.ttf'))
    pdf.registerFont('bold', join(fontDirectory, 'LiberationSans-Bold.ttf'))
    const chunks: Buffer[] = []
    const finished = new Promise<Buffer>((resolve, reject) => {
      pdf.on('data', (chunk: Buffer) => chunks.push(chunk))
      pdf.on('end', () => resolve(Buffer.concat(chunks)))
      pdf.on('error', reject)
    })
    pdf
      .markContent('Artifact', { type: 'Layout' })
      .rect(0, 0, pageWidth, 6)
      .fill('#ffbc20')
      .endMarkedContent()
    if (hasMark) drawMark(pdf)
    pdf.fillColor('black')
    const sheet = createSheet(pdf)
    sheet.text(document.seller.name, { size: 11, bold: true })
    sheet.text(heading, { size: 20, bold: true, tag: 'H1', gap: 10 })
    sheet.columns(parties(document, words), facts(document, words, isInvoice))
    lineTable(sheet, document, words)
    sums(sheet, document, words, isInvoice)
    if (document.payment) payment(sheet, document, words)
    sheet.end()
    footers(pdf, document, words)
    pdf.end()
    return finished
  }
}

/** The mark at the upper right, as in the logo (public/favicon.svg): a battery with a plus. */
function drawMark(pdf: Pdf): void {
  pdf.markContent('Artifact', { type: 'Layout' })
  pdf.save().translate(pageWidth - margin - 24, 30)
  pdf
    .path(
      'M8 2.5Q8 0 10.5 0h3Q16 0 16 2.5V4h2.5Q24 4 24 9.5v17Q24 32 18.5 32h-13Q0 32 0 26.5v-17Q0 4 5.5 4H8Z',
    )
    .fill('#ffbc20')
  pdf.path('M10 11h4v5h5v4h-5v5h-4v-5H5v-4h5Z').fill('#15202b')
  pdf.restore()
  pdf.endMarkedContent()
}

interface TextStyle {
  size?: number
  bold?: boolean
  tag?: 'P' | 'H1' | 'H2' | 'TH' | 'TD'
  /** Space below. */
  gap?: number
}

interface Cell {
  text: string
  x: number
  width: number
  align?: 'left' | 'right'
  tag?: TextStyle['tag']
  bold?: boolean
}

interface Sheet {
  text(text: string, style?: TextStyle): void
  columns(left: readonly Fact[], right: readonly Fact[]): void
  row(cells: readonly Cell[], options?: { ruled?: boolean }): void
  space(height: number): void
  end(): void
}

/** A label with its lines. */
interface Fact {
  label: string
  lines: readonly string[]
}

/** Writes down the page and begins new ones; every text is an element of the document's structure. */
function createSheet(pdf: Pdf): Sheet {
  let y = margin
  const structure = pdf.struct('Document')
  pdf.addStructure(structure)
  const put = (
    text: string,
    x: number,
    width: number,
    top: number,
    style: TextStyle & { align?: 'left' | 'right' },
  ) => {
    const { size = 9, bold = false, tag = 'P', align = 'left' } = style
    structure.add(
      pdf.struct(tag, {}, () => {
        pdf
          .font(bold ? 'bold' : 'regular')
          .fontSize(size)
          .text(text, x, top, { width, align })
      }),
    )
    return pdf
      .font(bold ? 'bold' : 'regular')
      .fontSize(size)
      .heightOfString(text, { width })
  }
  const fit = (height: number): void => {
    if (y + height <= contentEnd) return
    pdf.addPage()
    y = margin
  }
  const column = (facts: readonly Fact[], x: number, width: number): number => {
    let top = y
    for (const { label, lines } of facts) {
      top += put(label, x, width, top, { bold: true, tag: 'H2' })
      for (const line of lines) top += put(line, x, width, top, {})
      top += 5
    }
    return top
  }
  return {
    text(text, style = {}) {
      y += put(text, margin, contentWidth, y, style) + (style.gap ?? 3)
    },
    columns(left, right) {
      const half = contentWidth / 2 - 10
      y = Math.max(column(left, margin, half), column(right, margin + contentWidth / 2 + 10, half)) + 12
    },
    row(cells, { ruled = false } = {}) {
      const heights = cells.map(({ text, width, bold }) =>
        pdf
          .font(bold ? 'bold' : 'regular')
          .fontSize(9)
          .heightOfString(text, { width }),
      )
      const height = Math.max(0, ...heights) + 4
      fit(height)
      for (const { text, x, width, align = 'left', tag = 'TD', bold = false } of cells)
        if (text !== '') put(text, margin + x, width, y, { align, tag, bold })
      y += height
      if (ruled)
        pdf
          .markContent('Artifact', { type: 'Layout' })
          .moveTo(margin, y - 2)
          .lineTo(margin + contentWidth, y - 2)
          .lineWidth(0.5)
          .stroke()
          .endMarkedContent()
    },
    space(height) {
      y += height
    },
    end: () => structure.end(),
  }
}

function day(document: InvoiceDocument, date: string): string {
  const format = new Intl.DateTimeFormat(stores[document.store].iso, { dateStyle: 'medium', timeZone: 'UTC' })
  return format.format(Date.parse(`${date}T00:00:00Z`))
}

/** With two decimals: an invoice never rounds. */
function money({ store }: InvoiceDocument, amount: Minor): string {
  return formatMoney(amount, { ...stores[store], currencyDigits: 2 })
}

function percent({ store }: InvoiceDocument, basisPoints: number): string {
  const format = new Intl.NumberFormat(stores[store].iso, { style: 'percent', maximumFractionDigits: 2 })
  return format.format(basisPoints / 10_000)
}

/** In the store's language, as the seller's country is. */
function countryName(store: StoreCode, countryCode: string): string {
  return new Intl.DisplayNames(stores[store].iso, { type: 'region' }).of(countryCode) ?? countryCode
}

function parties({ store, seller, buyer, delivery, references }: InvoiceDocument, words: Words): Fact[] {
  const named = (label: string, value: string | null): Fact[] => (value ? [{ label, lines: [value] }] : [])
  return [
    {
      label: words.buyer,
      lines: [
        ...(buyer.company ? [buyer.company] : []),
        buyer.name,
        buyer.street,
        `${postalCodeText(buyer.postalCode, stores[store])} ${buyer.city}`,
        countryName(store, buyer.countryCode),
        ...(buyer.organisationNumber
          ? [
              `${words.organisationNumber}: ${organisationNumberText(buyer.organisationNumber, stores[store])}`,
            ]
          : []),
        ...(buyer.vatNumber ? [`${words.vatNumber}: ${buyer.vatNumber}`] : []),
      ].filter((line) => line !== ''),
    },
    ...(delivery ? [{ label: words.delivery, lines: delivery }] : []),
    ...named(words.yourReference, references.yourReference),
    ...named(words.purchaseOrder, references.purchaseOrder),
    ...named(words.costCentre, references.costCentre ?? null),
    ...named(words.electronicAddress, references.electronicAddress),
    {
      label: words.seller,
      lines: [seller.name, seller.street, `${seller.postalCode} ${seller.city}`, seller.country],
    },
  ]
}

function facts(document: InvoiceDocument, words: Words, isInvoice: boolean): Fact[] {
  const { number, issuedOn, suppliedOn, dueOn, orderNumber, corrects } = document
  return [
    { label: isInvoice ? words.number : words.creditNumber, lines: [String(number)] },
    { label: isInvoice ? words.issued : words.creditIssued, lines: [day(document, issuedOn)] },
    ...(isInvoice ? [{ label: words.supplied, lines: [day(document, suppliedOn)] }] : []),
    ...(dueOn ? [{ label: words.due, lines: [day(document, dueOn)] }] : []),
    ...(corrects.length > 0 ? [{ label: words.corrects, lines: [corrects.join(', ')] }] : []),
    { label: words.order, lines: [orderNumber] },
  ]
}

const rightCell = (text: string, x: number, width: number, more: Partial<Cell> = {}): Cell => ({
  text,
  x,
  width,
  align: 'right',
  ...more,
})

/** Positions and widths of the columns of lines. */
const columns = {
  description: [0, 145],
  quantity: [147, 38],
  unitNet: [187, 68],
  discount: [257, 58],
  net: [317, 62],
  rate: [381, 40],
  gross: [423, contentWidth - 423],
} as const

function lineTable(sheet: Sheet, document: InvoiceDocument, words: Words): void {
  const heading = { tag: 'TH', bold: true } as const
  sheet.row(
    [
      { text: `${words.description}, ${words.reference}`, x: 0, width: columns.description[1], ...heading },
      rightCell(words.quantity, ...columns.quantity, heading),
      rightCell(words.unitNet, ...columns.unitNet, heading),
      rightCell(words.discount, ...columns.discount, heading),
      rightCell(words.net, ...columns.net, heading),
      rightCell(words.rate, ...columns.rate, heading),
      rightCell(words.gross, ...columns.gross, heading),
    ],
    { ruled: true },
  )
  for (const line of document.lines)
    sheet.row([
      { text: goods(document, line), x: 0, width: columns.description[1] },
      rightCell(String(line.quantity), ...columns.quantity),
      rightCell(money(document, line.unitNetMinor), ...columns.unitNet),
      rightCell(
        line.discountNetMinor === 0 ? '' : money(document, line.discountNetMinor),
        ...columns.discount,
      ),
      rightCell(money(document, line.netMinor), ...columns.net),
      rightCell(percent(document, line.vatRateBasisPoints), ...columns.rate),
      rightCell(money(document, line.grossMinor), ...columns.gross),
    ])
  sheet.row([], { ruled: true })
}

/** The name with its article number, which a delivery has not: its reference is the shop's own id of the method. */
function goods({ store }: InvoiceDocument, { description, reference }: InvoiceLine): string {
  const isDelivery = storePolicies[store].shippingMethods.some(({ id }) => id === reference)
  return isDelivery ? description : `${description}\n${reference}`
}

function sums(sheet: Sheet, document: InvoiceDocument, words: Words, isInvoice: boolean): void {
  const labels = { x: 187, width: 190 }
  const amount = (label: string, value: Minor, bold = false): void =>
    sheet.row([
      rightCell(label, labels.x, labels.width, { bold }),
      rightCell(money(document, value), ...columns.gross, { bold }),
    ])
  for (const { vatRateBasisPoints, netMinor, vatMinor } of document.vat) {
    const rate = percent(document, vatRateBasisPoints)
    amount(fill(words.netAtRate, { rate }), netMinor)
    amount(fill(words.vatAtRate, { rate }), vatMinor)
  }
  amount(words.totalNet, document.netMinor)
  amount(words.totalVat, document.vatMinor)
  amount(words.totalGross, document.grossMinor)
  for (const { hint, amountMinor } of document.giftCards) amount(fill(words.giftCard, { hint }), amountMinor)
  amount(isInvoice ? words.payable : words.credited, document.payableMinor, true)
  sheet.space(12)
}

function payment(sheet: Sheet, document: InvoiceDocument, words: Words): void {
  const { payment: how, dueOn } = document
  if (!how || !dueOn) return
  const rows: [string, string][] = [
    [words.method, words.invoice],
    [words.payable, `${money(document, document.payableMinor)} (${document.currency})`],
    [words.due, day(document, dueOn)],
    [words.paymentReference, how.reference],
    ...how.accounts.map(({ label, value }): [string, string] => [label, value]),
  ]
  for (const [label, value] of rows)
    sheet.row([
      { text: label, x: 0, width: 140, bold: true, tag: 'TH' },
      { text: value, x: 145, width: contentWidth - 145 },
    ])
  sheet.text(words.noCharges)
}

/** Every page names the seller as the law asks, and its own number. */
function footers(pdf: Pdf, { seller, notes }: InvoiceDocument, words: Words): void {
  const { start, count } = pdf.bufferedPageRange()
  const line = [
    seller.name,
    seller.register,
    `${words.vatNumber}: ${seller.vatNumber}`,
    ...notes,
    seller.email,
  ]
  for (let page = start; page < start + count; page++) {
    pdf.switchToPage(page)
    const number = fill(words.page, { page: page - start + 1, pages: count })
    pdf
      .markContent('Artifact', { type: 'Pagination' })
      .font('regular')
      .fontSize(8)
      .text(`${line.join(' · ')}\n${number}`, margin, 770, { width: contentWidth, align: 'center' })
      .endMarkedContent()
  }
}
