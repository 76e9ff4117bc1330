import { join } from 'node:path'
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { expect, it } from 'vitest'
import { minor } from '../../domain/money/money.ts'
import { parcelNote } from '../../domain/parcels/parcel-note.ts'
import { storeCodes, storePolicies } from '../../domain/stores/stores.ts'
import { snapshotOf } from '../../test/order-fixture.ts'
import { createParcelNoteRenderer } from './parcel-note-pdf.ts'

const render = createParcelNoteRenderer(join(process.cwd(), 'providers/invoice/fonts'))

async function textOf(pdf: Buffer): Promise<string> {
  const document = await getDocument({ data: new Uint8Array(pdf), verbosity: 0 }).promise
  const page = await document.getPage(1)
  const { items } = await page.getTextContent()
  return items
    .map((item) => ('str' in item ? item.str : ''))
    .join(' ')
    .replaceAll(/[\s\u00a0\u202f]+/g, ' ')
}

it.each(storeCodes)('states goods, dangerous goods and customs data in the language of %s', async (store) => {
  const note = parcelNote(
    snapshotOf(store),
    {
      orderNumber: 'N100001',
      reference: 'N100001-P1',
      carrier: 'bring',
      trackingNumber: '370000000001',
      units: { l1: 2 },
      dangerousGoods: [
        {
          unNumber: 'UN3481',
          class: 'lithium_small',
          description: 'Drill',
          quantity: 2,
          weightGrams: null,
        },
      ],
      customs: {
        scheme: 'voec',
        number: '2034567',
        currency: 'NOK',
        vatMinor: minor(149_998),
        items: [
          {
            description: 'Drill',
            quantity: 2,
            unitValueMinor: minor(299_996),
            hsCode: '850760',
            originCountry: 'CN',
            weightGrams: null,
          },
        ],
      },
    },
    storePolicies[store].dispatch,
  )
  const [pdf, again] = [await render(note), await render(note)]
  expect(again.equals(pdf)).toBe(true)
  const text = await textOf(pdf)
  const { dispatch, company } = storePolicies[store]
  const titles = { sv: 'Följesedel', no: 'Pakkseddel', de: 'Lieferschein', da: 'Følgeseddel' }
  for (const words of [
    titles[store],
    'N100001-P1',
    'Anna Åberg',
    company.name,
    dispatch.city,
    '2 × Batteri <AA> & laddare (SKU-1)',
    'UN3481,',
    '188',
    '2034567',
    '850760',
    'CN',
  ])
    expect(text).toContain(words)
  expect(text).toMatch(/2[ .]?999[,.]96/)
  expect(text).toMatch(/1[ .]?499[,.]98/)
})
