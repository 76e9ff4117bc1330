import { expect, it } from 'vitest'
import type { PresentPhotos } from '../domain/catalogue/present-photos.ts'
import { skuKey, toSku } from '../domain/products/sku.ts'
import { isMeant, mostPicturesOfProduct, planPictures, skusMeant, type PictureFile } from './picture-files.ts'

const mostBytes = 1000
const filesOf = (paths: readonly string[]): PictureFile[] =>
  paths.map((path, at) => ({ number: at + 1, path, bytes: 10 }))
const knownOf = (skus: readonly string[]) =>
  Map.groupBy(
    skus.map((sku) => ({ sku: toSku(sku) })),
    ({ sku }) => skuKey(sku),
  )
const plan = (paths: readonly string[], skus: readonly string[], present: PresentPhotos = 'keep') => {
  const { products, refused } = planPictures(filesOf(paths), knownOf(skus), { mostBytes, present })
  return {
    products: Object.fromEntries(products.map(({ sku, files }) => [sku, files.map(({ path }) => path)])),
    refused: refused.map(({ row, code }) => [row, code]),
  }
}

it('gives pictures to the products that they are named after, in the order of their numbers', () => {
  const paths = [
    'bilder/ab-1_10.png',
    'bilder/AB-1-2.jpg',
    'AB-1.JPG',
    'ab-1 (3).webp',
    'Kabel 5.jpg',
    'Kabel.jpg',
  ]
  expect(plan(paths, ['AB-1', 'KABEL'])).toEqual({
    products: {
      'AB-1': ['AB-1.JPG', 'bilder/AB-1-2.jpg', 'ab-1 (3).webp', 'bilder/ab-1_10.png'],
      KABEL: ['Kabel.jpg', 'Kabel 5.jpg'],
    },
    refused: [],
  })
})

it('reads a whole name before a shorter one, and the folder last', () => {
  expect(plan(['AB-2.jpg', 'AB-3.jpg', 'AB/side.jpg', 'AB/10.jpg', 'AB/9.jpg'], ['AB', 'AB-2'])).toEqual({
    products: { AB: ['AB/side.jpg', 'AB-3.jpg', 'AB/9.jpg', 'AB/10.jpg'], 'AB-2': ['AB-2.jpg'] },
    refused: [],
  })
})

it('lets the names in a folder of a product only order the pictures, unless they begin with its number', () => {
  const paths = [
    'A-100/2.jpg',
    'A-100/1.jpg',
    'A-100/a-100-3.jpg',
    'A-100/A-100-B.jpg',
    '1/100.jpg',
    '2/x.jpg',
  ]
  expect(plan(paths, ['A-100', 'A-100-B', '1', '2', '100'])).toEqual({
    products: {
      'A-100': ['A-100/1.jpg', 'A-100/2.jpg', 'A-100/a-100-3.jpg'],
      'A-100-B': ['A-100/A-100-B.jpg'],
      '1': ['1/100.jpg'],
      '2': ['2/x.jpg'],
    },
    refused: [],
  })
  // A folder that is no product's says nothing.
  expect(plan(['foton/1.jpg'], ['1']).products).toEqual({ '1': ['foton/1.jpg'] })
})

it('reads several spaces as one, and no name that is longer than any number of a product', () => {
  expect(plan(['A  \t B   -   2.jpg'], ['A B']).products).toEqual({ 'A B': ['A  \t B   -   2.jpg'] })
  const long = `A${' '.repeat(60_000)}x.jpg`
  expect(skusMeant(filesOf([long]))).toEqual([])
  expect(skusMeant(filesOf([`A/${long}`]))).toEqual(['A'])
  expect(plan([long], ['A'])).toEqual({ products: {}, refused: [[1, 'unknown_sku']] })
})

it('reads names of a Mac, whose letters are in parts', () => {
  expect(plan(['KÖ-1.jpg'.normalize('NFD')], ['kö-1']).products).toHaveProperty('kö-1')
})

it('names each file that belongs to no product, is no picture or is too large', () => {
  const left = ['__MACOSX/._A.jpg', '.DS_Store', 'A/Thumbs.db']
  expect(left.filter(isMeant)).toEqual([])
  const paths = ['X-9.jpg', 'A.tiff', 'A.jpg', 'a-2.jpg']
  // Two products of an old catalogue that differ only in case.
  const { products, refused } = plan(paths, ['A', 'a'])
  expect(products).toEqual({ A: ['A.jpg'], a: ['a-2.jpg'] })
  expect(refused).toEqual([
    [1, 'unknown_sku'],
    [2, 'picture_not_taken'],
  ])
  const large = [{ number: 1, path: 'A.jpg', bytes: mostBytes + 1 }]
  expect(planPictures(large, knownOf(['A']), { mostBytes, present: 'keep' }).refused).toMatchObject([
    { id: 'A', code: 'picture_not_taken', value: 'A.jpg', detail: { code: 'picture_too_large' } },
  ])
})

it('replaces no pictures of a product of which a file is refused', () => {
  const paths = ['A.jpg', 'A-2.tiff', 'B.jpg', 'X-9.jpg']
  expect(plan(paths, ['A', 'B']).products).toEqual({ A: ['A.jpg'], B: ['B.jpg'] })
  const { products, refused } = planPictures(filesOf(paths), knownOf(['A', 'B']), {
    mostBytes,
    present: 'replace',
  })
  expect(products.map(({ sku }) => sku)).toEqual(['B'])
  expect(refused).toMatchObject([
    { row: 1, id: 'A', value: 'A.jpg', detail: { code: 'picture_beside_refused' } },
    { row: 2, id: 'A', value: 'A-2.tiff', detail: { code: 'picture_wrong_type' } },
    { row: 4, code: 'unknown_sku' },
  ])
})

it('gives no product more pictures than a page can show', () => {
  const { products, refused } = plan(
    Array.from({ length: mostPicturesOfProduct + 2 }, (_, at) => `A/${at}.jpg`),
    ['A'],
  )
  expect(products['A']).toHaveLength(mostPicturesOfProduct)
  expect(refused).toHaveLength(2)
})

it('looks up every number that a name may mean, once', () => {
  expect(skusMeant(filesOf(['AB/AB-2.jpg', 'AB.jpg']))).toEqual(['AB-2', 'AB'])
})
