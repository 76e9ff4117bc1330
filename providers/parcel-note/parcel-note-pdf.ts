/**
 * The note of a parcel as PDF: A4, tagged, in the store's language, with the fonts of the invoices. The same note gives
 * the same bytes.
 */
import { join } from 'node:path'
import PDFDocument from 'pdfkit'
import { fillMessage } from '../../domain/content/message.ts'
import { formatMoney, type Minor } from '../../domain/money/money.ts'
import type { ParcelNote, RenderParcelNote } from '../../domain/parcels/parcel-note.ts'
import type { ParcelAddress } from '../../domain/shipping/parcel-booking.ts'
import { stores } from '../../domain/stores/stores.ts'
import { textsOf, type Texts } from '../../locales/texts.server.ts'

type Words = Texts['mails']['parcelNote']

const margin = 48
const contentWidth = 595.28 - 2 * margin

/** `fontDirectory`: where the fonts are. */
export function createParcelNoteRenderer(fontDirectory: string): RenderParcelNote {
  return async (note) => {
    const words = textsOf(note.store).mails.parcelNote
    const pdf = new PDFDocument({
      size: 'A4',
      margin,
      pdfVersion: '1.7',
      tagged: true,
      displayTitle: true,
      lang: stores[note.store].iso,
      info: { Title: `${words.title} ${note.reference}`, CreationDate: new Date(0) },
    })
    pdf.registerFont('regular', join(fontDirectory, 'LiberationSans-Regular.ttf'))
    pdf.registerFont('bold', join(fontDirectory, 'LiberationSans-Bold.ttf'))
    const chunks: Buffer[] = []
    const finished = new Promise<Buffer>((resolve, reject) => {
      pdf.on('data', (chunk: Buffer) => chunks.push(chunk))
      pdf.on('end', () => resolve(Buffer.concat(chunks)))
      pdf.on('error', reject)
    })
    const structure = pdf.struct('Document')
    pdf.addStructure(structure)
    const write = (text: string, style: { size?: number; bold?: boolean; tag?: string } = {}) => {
      const { size = 10, bold = false, tag = 'P' } = style
      structure.add(
        pdf.struct(tag, {}, () => {
          pdf
            .font(bold ? 'bold' : 'regular')
            .fontSize(size)
            .text(text, { width: contentWidth, paragraphGap: 2 })
        }),
      )
    }
    write(words.title, { size: 20, bold: true, tag: 'H1' })
    for (const { heading, lines } of sections(note, words)) {
      pdf.moveDown(0.8)
      write(heading, { size: 11, bold: true, tag: 'H2' })
      for (const line of lines) write(line)
    }
    structure.end()
    pdf.end()
    return finished
  }
}

interface Section {
  heading: string
  lines: string[]
}

function sections(note: ParcelNote, words: Words): Section[] {
  const { customs, dangerousGoods, servicePoint, trackingNumber } = note
  return [
    {
      heading: `${words.order} ${note.orderNumber}`,
      lines: [
        `${words.parcel}: ${note.reference}`,
        `${words.carrier}: ${[note.carrier, trackingNumber].filter(Boolean).join(', ')}`,
      ],
    },
    { heading: words.sender, lines: addressLines(note.sender) },
    { heading: words.recipient, lines: addressLines(note.recipient) },
    ...(servicePoint === null ? [] : [{ heading: words.servicePoint, lines: [servicePoint] }]),
    {
      heading: `${words.quantity}, ${words.name}, ${words.article}`,
      lines: note.lines.map(({ quantity, name, sku }) => `${quantity} × ${name} (${sku})`),
    },
    ...(dangerousGoods.length === 0
      ? []
      : [
          {
            heading: words.dangerousGoods,
            lines: dangerousGoods.map(
              ({ unNumber, class: kind, quantity, description }) =>
                `${quantity} × ${description}: ${kind === 'lithium_small' ? fillMessage(words.smallLithium, { unNumber }) : unNumber}`,
            ),
          },
        ]),
    ...(customs === null ? [] : [customsSection(note, customs, words)]),
  ]
}

function customsSection(
  { store }: ParcelNote,
  { number, items, vatMinor }: NonNullable<ParcelNote['customs']>,
  words: Words,
): Section {
  const money = (amount: Minor) => formatMoney(amount, { ...stores[store], currencyDigits: 2 })
  return {
    heading: words.customs,
    lines: [
      `${words.voecNumber}: ${number}`,
      ...items.map(({ quantity, description, hsCode, originCountry, unitValueMinor }) =>
        [
          `${quantity} × ${description}`,
          `${words.tariffCode} ${hsCode}`,
          ...(originCountry === null ? [] : [`${words.origin} ${originCountry}`]),
          `${words.unitValue} ${money(unitValueMinor)}`,
        ].join(' · '),
      ),
      `${words.vatCollected}: ${money(vatMinor)}`,
    ],
  }
}

function addressLines({ name, company, street, postalCode, city, countryCode }: ParcelAddress): string[] {
  return [...(company === null ? [] : [company]), name, street, `${postalCode} ${city}`, countryCode]
}
