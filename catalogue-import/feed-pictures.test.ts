import { describe, expect, it } from 'vitest'
import {
  feedPictureLinks,
  feedPictureRows,
  feedPictureTexts,
  type FeedPictures,
} from './feed-pictures.server.ts'
import type { ProductImageRow } from './catalogue-tables.server.ts'
import { isPictureLink, splitPictureLinks } from './picture-links.ts'
import { toProductId } from '../domain/products/product-id.ts'

const [a, b, c] = ['a', 'b', 'c'].map((name) => `https://pictures.example/${name}.jpg`) as [
  string,
  string,
  string,
]
const staff = `picture:${'1'.repeat(64)}`
const image = (type: number, sort: number, source: string, alt = {}): ProductImageRow => ({
  product_id: toProductId(7),
  type,
  sort_order: sort,
  source,
  alt,
})
const drawing = image(3, 1, 'drawing:cell')

/** `type/position source` of each row. */
function placesOf(rows: readonly ProductImageRow[]): string[] {
  return rows
    .map((row) => [row.type, row.sort_order, row.source].map(String).join(' '))
    .toSorted((x, y) => x.localeCompare(y))
}
const after = (feed: Partial<FeedPictures>, former: ProductImageRow[]) =>
  placesOf(
    feedPictureRows({ imageLink: undefined, additionalImageLinks: undefined, ...feed }, toProductId(7), {
      store: 'sv',
      former,
    }),
  )

describe('the pictures of a feed', () => {
  it('become the originals in order, beside the drawing', () => {
    expect(after({ imageLink: a, additionalImageLinks: [b, a, c] }, [drawing])).toEqual(
      placesOf([drawing, image(5, 1, a), image(5, 2, b), image(5, 3, c)]),
    )
  })

  it('change nothing where the feed has no such column, and clear where the cell is empty', () => {
    const former = [drawing, image(5, 1, a), image(5, 2, b)]
    expect(after({}, former)).toEqual(placesOf(former))
    expect(after({ imageLink: a }, former)).toEqual(placesOf(former))
    expect(after({ imageLink: c }, former)).toEqual(placesOf([drawing, image(5, 1, c), image(5, 2, b)]))
    expect(after({ additionalImageLinks: [] }, former)).toEqual(placesOf([drawing, image(5, 1, a)]))
    expect(after({ imageLink: null, additionalImageLinks: [] }, former)).toEqual(placesOf([drawing]))
  })

  it('keep photos added by staff at their position', () => {
    const former = [image(5, 1, staff), image(5, 2, a), image(5, 3, b)]
    expect(after({ imageLink: a, additionalImageLinks: [b] }, former)).toEqual(placesOf(former))
    expect(after({ imageLink: c, additionalImageLinks: [] }, former)).toEqual(
      placesOf([image(5, 1, staff), image(5, 2, c)]),
    )
  })

  it('keep the texts of a picture that is named again', () => {
    const former = [image(5, 1, a, { sv: 'Framifrån' })]
    const rows = feedPictureRows({ imageLink: b, additionalImageLinks: [a] }, toProductId(7), {
      store: 'sv',
      former,
    })
    expect(rows.find((row) => row.source === a)).toMatchObject({ sort_order: 2, alt: { sv: 'Framifrån' } })
  })

  it('get the texts of the row in its store; an empty one changes nothing, and a photo of staff keeps its own', () => {
    const former = [image(5, 1, staff, { sv: 'Egen' }), image(5, 2, a, { sv: 'Fram', de: 'Vorn' })]
    const rows = feedPictureRows(
      {
        imageLink: a,
        additionalImageLinks: [b, c, b],
        pictureTexts: { main: 'Framsida', additional: ['', 'Sida', 'Bak'] },
      },
      toProductId(7),
      { store: 'sv', former },
    )
    expect(rows.map(({ source, alt }) => [source, alt])).toEqual([
      [staff, { sv: 'Egen' }],
      [a, { sv: 'Framsida', de: 'Vorn' }],
      [b, { sv: 'Bak' }],
      [c, { sv: 'Sida' }],
    ])
    expect(feedPictureTexts(rows, 'sv')).toEqual(['Framsida', 'Bak', 'Sida'])
    expect(feedPictureTexts(rows, 'de')).toEqual(['Vorn', '', ''])
  })

  it('without links are those that the product has', () => {
    const [row] = feedPictureRows(
      {
        imageLink: undefined,
        additionalImageLinks: undefined,
        pictureTexts: { main: 'Fram', additional: [] },
      },
      toProductId(7),
      { store: 'sv', former: [image(5, 1, a)] },
    )
    expect(row).toEqual(image(5, 1, a, { sv: 'Fram' }))
  })

  it('are exported so that importing them again changes nothing, whatever types a record gave them', () => {
    for (const former of [
      [drawing, image(3, 2, a), image(4, 1, b), image(4, 2, c)],
      [image(5, 1, staff), image(5, 2, b), image(4, 1, a)],
      [drawing],
    ]) {
      const [main = null, ...more] = feedPictureLinks(former)
      expect(after({ imageLink: main, additionalImageLinks: more }, former)).toEqual(placesOf(former))
    }
  })

  it('are separated by commas, also where an address contains one', () => {
    expect(splitPictureLinks(`${a},${b} , https://x.example/w_800,h_600/c.jpg,file:d.jpg`)).toEqual([
      a,
      b,
      'https://x.example/w_800,h_600/c.jpg',
      'file:d.jpg',
    ])
    expect(splitPictureLinks('')).toEqual([])
  })

  it('are http addresses or paths below a folder', () => {
    for (const good of [a, 'HTTP://x.example', 'file:a.jpg', 'file:a b/c..d.jpg', 'file:.a'])
      expect(isPictureLink(good), good).toBe(true)
    for (const bad of [
      '',
      'a.jpg',
      'file:',
      'file:/a',
      'file:..',
      'file:../a',
      'file:a/..',
      'file:a/../b',
      'file:c:a',
      'file:a\\b',
      'http://',
      `${a}?${'å'.repeat(1000)}`,
    ])
      expect(isPictureLink(bad), bad).toBe(false)
  })
})
