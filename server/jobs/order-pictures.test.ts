import { expect, it } from 'vitest'
import { product, whole } from '../../domain/cart/cart-line.test-support.ts'
import { toProductId } from '../../domain/products/product-id.ts'
import { snapshotOf } from '../../test/order-fixture.ts'
import { createOrderPictures } from './order-pictures.ts'

const line = snapshotOf('sv').lines[0]!
const orderOf = (...ids: number[]) => ({
  store: 'sv' as const,
  lines: ids.map((id) => ({ ...line, uuid: `l${id}`, productId: toProductId(id) })),
})
const thumbOf = (id: number) => ({
  url: `/pictures/key${id}-320.avif`,
  width: 320,
  height: 320,
  key: `key${id}`,
  alt: `Bild ${id}`,
})
/** Products 1 to 50 are sold; the 5th has no picture. */
const catalogue = {
  cartProducts: (_store: unknown, ids: readonly number[]) =>
    ids
      .filter((id) => id <= 50)
      .map((id) => ({ ...product(id, whole(100)), thumb: id === 5 ? null : thumbOf(id) })),
}
const jpeg = Buffer.from('jpeg')

it('reads the picture of each product once, as a small JPEG', async () => {
  const asked: unknown[][] = []
  const get = async (...file: unknown[]) => (asked.push(file), jpeg)
  const found = await createOrderPictures(catalogue, { get })(orderOf(1, 2, 2, 5, 99))
  expect([...found]).toEqual([
    [1, { alt: 'Bild 1', content: jpeg }],
    [2, { alt: 'Bild 2', content: jpeg }],
  ])
  expect(asked).toEqual([
    ['key1', 160, 'jpeg'],
    ['key2', 160, 'jpeg'],
  ])
})

it('leaves out what is missing, fails, is too large or comes too late', async () => {
  const answers: Record<string, () => Promise<Buffer | null>> = {
    key1: () => Promise.resolve(null),
    key2: () => Promise.reject(new Error('time')),
    key3: () => Promise.resolve(Buffer.alloc(50_000)),
    key4: () => new Promise(() => {}),
    key6: () => Promise.resolve(jpeg),
  }
  const pictures = { get: (key: string) => answers[key]!() }
  const found = await createOrderPictures(catalogue, pictures, 20)(orderOf(1, 2, 3, 4, 6))
  expect([...found.keys()]).toEqual([6])
})

it('has at most twenty', async () => {
  const get = () => Promise.resolve(jpeg)
  const ids = Array.from({ length: 45 }, (_, at) => at + 6)
  expect((await createOrderPictures(catalogue, { get })(orderOf(...ids))).size).toBe(20)
})
