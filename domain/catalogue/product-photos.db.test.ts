import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { testDatabase, type TestDatabase } from '../../test/database.ts'
import { smallCatalogue } from '../../test/small-catalogue.ts'
import { photo } from '../pictures/photo-fixture.test-support.ts'
import {
  addPhoto,
  changePhoto,
  countWaitingPhotos,
  listPhotos,
  removePhoto,
  retryPhotos,
  waitingPhotos,
} from './product-photos.server.ts'
import { testActor } from '../../test/test-actor.ts'
import { toSku } from '../products/sku.ts'

const sku = toSku('NC-AA4')
const colours = ['#c01010', '#10c010', '#1010c0']

let test: TestDatabase
let productId: number
let pictures: Buffer[]
beforeEach(async () => {
  test = await testDatabase()
  productId = (await smallCatalogue(test.db))[sku]!
  pictures = await Promise.all(colours.map((colour) => photo(colour).png().toBuffer()))
  return () => test.drop()
})

/** Source → position. */
const order = async () => (await listPhotos(test.db, sku))!.map(({ source }) => source)
const add = (index: number, position?: number) =>
  addPhoto(test.db, testActor, pictures[index]!, { sku, position })

describe('the photos of a product', () => {
  it('are appended or inserted at a position, moved and removed', async () => {
    expect(await add(0)).toEqual({ ok: true, position: 1, count: 1 })
    expect(await add(1, 1)).toEqual({ ok: true, position: 1, count: 2 })
    expect(await add(2, 99)).toEqual({ ok: true, position: 3, count: 3 })
    const [second, first, third] = await order()
    expect(await changePhoto(test.db, testActor, 3, { sku, position: 1 })).toEqual({
      ok: true,
      position: 1,
      count: 3,
    })
    expect(await order()).toEqual([third, second, first])
    expect(await removePhoto(test.db, testActor, sku, 2)).toEqual({ ok: true, position: 2, count: 2 })
    expect(await order()).toEqual([third, first])
    expect(await removePhoto(test.db, testActor, sku, 3)).toEqual({ ok: false, code: 'no_such_photo' })
  })

  it('have a text per store, which is changed store by store', async () => {
    await addPhoto(test.db, testActor, pictures[0]!, {
      sku,
      alt: { sv: 'Fyra batterier', de: 'Vier Batterien' },
    })
    await changePhoto(test.db, testActor, 1, { sku, alt: { de: '', da: 'Fire batterier' } })
    expect((await listPhotos(test.db, sku))![0]!.alt).toEqual({ sv: 'Fyra batterier', da: 'Fire batterier' })
  })

  it('are refused when the product is unknown, the picture is invalid, or it exists already', async () => {
    await add(0)
    expect(await add(0)).toEqual({ ok: false, code: 'already_there' })
    expect(await addPhoto(test.db, testActor, pictures[0]!, { sku: toSku('NONE') })).toEqual({
      ok: false,
      code: 'unknown_sku',
    })
    expect(await addPhoto(test.db, testActor, Buffer.from('<svg/>'), { sku })).toEqual({
      ok: false,
      code: 'wrong_type',
    })
    expect(await listPhotos(test.db, toSku('NONE'))).toBeNull()
  })

  it('are all kept when many are added concurrently', async () => {
    const added = await Promise.all([0, 1, 2].map((index) => add(index)))
    expect(new Set(added.map((each) => each.ok && each.position))).toEqual(new Set([1, 2, 3]))
    expect(new Set(await order()).size).toBe(3)
  })

  it('are reported as stored, pending or failed, and are retried at once on request', async () => {
    await add(0)
    const addresses = ['https://pictures.example/late.jpg', 'https://pictures.example/gone.jpg']
    for (const [index, address] of addresses.entries())
      await sql`insert into product_image values (${productId}, 5, ${index + 2}, ${address}, '{}')`.execute(
        test.db,
      )
    await sql`update picture_source set failure = 'http_status', failure_detail = '404', failed_attempts = 14,
      attempted_at = now(), next_attempt_at = null where source = ${addresses[1]!}`.execute(test.db)
    expect(await listPhotos(test.db, sku)).toMatchObject([
      {
        position: 1,
        original: { format: 'png', width: 400, height: 300, byteCount: pictures[0]!.length },
        failure: null,
      },
      { position: 2, original: null, failure: null, nextAttemptAt: expect.any(Date) },
      { position: 3, original: null, failure: { code: 'http_status', detail: '404' }, nextAttemptAt: null },
    ])
    expect(await countWaitingPhotos(test.db)).toEqual({ pending: 1, failed: 1 })
    const failed = await waitingPhotos(test.db, { pending: false, limit: 10 })
    expect(failed).toMatchObject([
      { source: addresses[1], skus: [sku], failedAttempts: 14, nextAttemptAt: null, isShown: false },
    ])
    expect(await waitingPhotos(test.db, { pending: true, limit: 10 })).toHaveLength(2)
    expect([await retryPhotos(test.db, toSku('OTHER')), await retryPhotos(test.db, sku)]).toEqual([0, 1])
    expect((await waitingPhotos(test.db, { pending: false, limit: 10 }))[0]!.nextAttemptAt).toEqual(
      expect.any(Date),
    )
  })
})
