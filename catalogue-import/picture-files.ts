/**
 * Which products the files of a folder of pictures belong to, by their names: `SKU.jpg`, `SKU-2.jpg`, `SKU_3.png`, or any
 * names in a folder `SKU/`. A file whose whole name is a product's number belongs to that product, whatever a shorter
 * reading would say: with products `AB` and `AB-2`, `AB-2.jpg` is of `AB-2`. In a folder that is a product's number, names
 * that begin otherwise only order the pictures: `AB/1.jpg` is of `AB`, also where a product is numbered `1`. Pure.
 */
import type { PresentPhotos } from '../domain/catalogue/present-photos.ts'
import { skuKey, type Sku } from '../domain/products/sku.ts'
import type { ProblemDetail } from './problem-details.ts'
import { shortened, type RowReport } from './row-report.ts'

export interface PictureFile {
  /** 1 is the first of the archive or folder. */
  number: number
  /** With `/` between folders. */
  path: string
  /** Size of the file, unpacked. */
  bytes: number
}

/** What its name may say: the number of a product, and where the picture comes among those of the product. */
interface Reading {
  sku: string
  /** From 1. */
  position: number
}

/** The pictures of one product that a folder has, in their order. */
export interface ProductPictures {
  sku: Sku
  files: PictureFile[]
}

export interface PicturePlan {
  products: ProductPictures[]
  /** Files that belong to no product, or that cannot be pictures. */
  refused: RowReport[]
}

/** More pictures than any page of a product can show. */
export const mostPicturesOfProduct = 50

/** What file managers leave, which nobody has put there. */
const left = /(?:^|\/)(?:__MACOSX\/|\.|(?:thumbs\.db|desktop\.ini)$)/i

const pictureName = /\.(?:jpe?g|png|webp|avif|gif)$/i

/** Whether the name is one of a picture that the shop can show. */
export const isPictureName = (path: string): boolean => pictureName.test(path) && !left.test(path)

/** Whether somebody has put the file there. */
export const isMeant = (path: string): boolean => !left.test(path)

/** Longest name of a file or folder that is read, in characters. Names come from outside. */
const longestName = 200

/** The last two parts of a path, without the ending of the file; empty: there is none, or it is too long to be read. */
function namesIn(path: string): { name: string; folder: string } {
  const [file = '', folder = ''] = path.split('/').toReversed()
  const read = (text: string) =>
    text.length > longestName ? '' : text.normalize('NFC').replace(/\s+/g, ' ').trim()
  return { name: read(file.replace(/\.[^.]*$/, '')), folder: read(folder) }
}

/** Whether the name is the number of the product, or goes on after it with something else than a letter or digit. */
const beginsWith = (name: string, sku: string): boolean =>
  skuKey(name).startsWith(skuKey(sku)) && !/^[\p{L}\p{N}]/u.test(name.slice(sku.length))

/** From the surest to the least sure. */
function readingsOf(path: string): Reading[] {
  const { name, folder } = namesIn(path)
  // Spaces are single ones here: each part has a length of its own, so that the time grows with the name alone.
  const [, sku = '', written = ''] = /^(.+?)(?:(?: ?[-_.] ?| )(\d{1,3})| ?\((\d{1,3})\))$/.exec(name) ?? []
  const inBrackets = /\((\d{1,3})\)$/.exec(name)?.[1]
  const number = Number(written || inBrackets || '0')
  const byName = [
    { sku: name, position: 1 },
    { sku, position: number },
  ]
  const byFolder = { sku: folder, position: Number(/^\d{1,6}$/.test(name) ? name : number) }
  const readings = beginsWith(name, folder) ? [...byName, byFolder] : [byFolder, ...byName]
  return readings.filter((each) => each.sku !== '')
}

/** Every number of a product that names of files may mean. */
export const skusMeant = (files: readonly PictureFile[]): string[] => [
  ...new Set(files.flatMap(({ path }) => readingsOf(path).map(({ sku }) => sku))),
]

const inOrder = new Intl.Collator('en', { numeric: true })

/**
 * `known`: keys of numbers (`skuKey`) → the products that have them; several only differ in case. `mostBytes`: of one
 * picture. Where the pictures of products are replaced, a product of which a file is refused gets none.
 */
export function planPictures(
  files: readonly PictureFile[],
  known: ReadonlyMap<string, readonly { sku: Sku }[]>,
  { mostBytes, present }: { mostBytes: number; present: PresentPhotos },
): PicturePlan {
  const found = new Map<Sku, { file: PictureFile; position: number }[]>()
  const refused: RowReport[] = []
  for (const file of files) {
    const reading = readingsOf(file.path).find(({ sku }) => known.has(skuKey(sku)))
    const products = reading === undefined ? [] : (known.get(skuKey(reading.sku)) ?? [])
    const product = products.length > 1 ? products.find(({ sku }) => sku === reading?.sku) : products[0]
    if (!isPictureName(file.path))
      refused.push({
        ...refusedFile(file, 'picture_not_taken', { code: 'picture_wrong_type' }),
        ...(product && { id: product.sku }),
      })
    else if (reading === undefined || product === undefined) {
      const code = products.length > 1 ? 'ambiguous_sku' : 'unknown_sku'
      refused.push({ ...refusedFile(file, code), id: shortened(namesIn(file.path).name) })
    } else if (file.bytes > mostBytes)
      refused.push({
        ...refusedFile(file, 'picture_not_taken', { code: 'picture_too_large' }),
        id: product.sku,
      })
    else {
      const pictures = found.get(product.sku) ?? []
      pictures.push({ file, position: reading.position })
      found.set(product.sku, pictures)
    }
  }
  const products = [...found].map(([sku, pictures]) => {
    const sorted = pictures
      .toSorted((a, b) => a.position - b.position || inOrder.compare(a.file.path, b.file.path))
      .map(({ file }) => file)
    for (const file of sorted.slice(mostPicturesOfProduct))
      refused.push({
        ...refusedFile(file, 'picture_not_taken', {
          code: 'most_entries',
          values: { maximum: mostPicturesOfProduct },
        }),
        id: sku,
      })
    return { sku, files: sorted.slice(0, mostPicturesOfProduct) }
  })
  const incomplete = new Set(present === 'replace' ? refused.map(({ id }) => id) : [])
  for (const pictures of products)
    if (incomplete.has(pictures.sku)) refused.push(...refusedBeside(pictures.files, pictures.sku))
  return {
    products: products.filter(({ sku }) => !incomplete.has(sku)),
    refused: refused.toSorted((a, b) => a.row - b.row),
  }
}

/** The reports about pictures of a product that are not taken because another file of it was refused. */
export const refusedBeside = (files: readonly PictureFile[], sku: Sku): RowReport[] =>
  files.map((file) => ({
    ...refusedFile(file, 'picture_not_taken', { code: 'picture_beside_refused' }),
    id: sku,
  }))

/** The report about a file that was not taken over. */
export const refusedFile = (
  { number, path }: PictureFile,
  code: RowReport['code'],
  detail?: ProblemDetail,
): RowReport => ({
  outcome: 'refused',
  row: number,
  line: number,
  code,
  value: shortened(path),
  ...(detail && { detail }),
})
