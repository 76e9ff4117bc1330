import type { RequestListener } from 'node:http'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { addProduct, smallCatalogue } from '../../test/small-catalogue.ts'
import { testDatabase, type TestDatabase } from '../../test/database.ts'
import { createPictureDownloader } from './download-picture.server.ts'
import { fetchPictures, tidyPictures } from './fetch-pictures.server.ts'
import { onlyLoopbackPort, photo, startWebServer, type TestWebServer } from './photo-fixture.test-support.ts'
import { createPictureOriginals } from './picture-originals.server.ts'
import { publicNetwork } from '../network/public-network.server.ts'

let test: TestDatabase
let server: TestWebServer
let productId: number
/** Path → response; any other path is 404. */
let answers: Record<string, RequestListener>
let asked: string[]

beforeAll(async () => {
  server = await startWebServer((request, response) => {
    asked.push(request.url ?? '')
    const answer = answers[request.url ?? '']
    if (answer) answer(request, response)
    else response.writeHead(404).end()
  })
})
afterAll(() => server.stop())
beforeEach(async () => {
  asked = []
  answers = {}
  test = await testDatabase()
  productId = (await smallCatalogue(test.db))['NC-AA4']!
  return () => test.drop()
})

/** Adds photos to a product by their paths on the test's server, as a feed does. */
async function name(paths: string[], product = productId): Promise<void> {
  for (const [index, path] of paths.entries())
    await sql`insert into product_image values (${product}, 5, ${index + 1}, ${server.origin + path}, '{}')`.execute(
      test.db,
    )
}

function fetchDue(signal = new AbortController().signal) {
  const network = onlyLoopbackPort(server.port, publicNetwork)
  const download = createPictureDownloader({ network })
  return fetchPictures({ db: test.db, originals: createPictureOriginals(test.db), download }, signal)
}

async function rowOf(path: string) {
  const { rows } = await sql<{
    sha256: string | null
    failure: string | null
    failure_detail: string | null
    failed_attempts: number
    minutes: number | null
  }>`select encode(sha256, 'hex') as sha256, failure, failure_detail, failed_attempts,
      (extract(epoch from next_attempt_at - attempted_at) / 60)::float8 as minutes
    from picture_source where source = ${server.origin + path}`.execute(test.db)
  return rows[0]
}

/** Makes all addresses due. */
const makeDue = () => sql`update picture_source set next_attempt_at = now()`.execute(test.db)
const changes = async () =>
  (
    await sql<{
      key: string
    }>`select distinct key from change_log where topic = 'product' order by key`.execute(test.db)
  ).rows.map(({ key }) => Number(key))
const clearChanges = () => sql`delete from change_log`.execute(test.db)
const originals = async () =>
  Number(
    (await sql<{ n: number }>`select count(*)::int as n from picture_original`.execute(test.db)).rows[0]!.n,
  )

describe('fetching the photos that products name', () => {
  it('stores the bytes unchanged, once for all addresses, and reports the products that show them', async () => {
    const bytes = await photo().jpeg().toBuffer()
    answers = {
      '/a.jpg': (_, response) => void response.end(bytes),
      '/b.jpg': (_, response) => void response.end(bytes),
    }
    const other = await addProduct(test.db, { sku: 'X-1', name: 'X', category: 'cables' })
    await name(['/a.jpg'])
    await name(['/a.jpg', '/b.jpg'], other)
    await clearChanges()
    expect(await fetchDue()).toEqual({ stored: 2, unchanged: 0, failed: 0 })
    expect(asked.toSorted()).toEqual(['/a.jpg', '/b.jpg'])
    expect(await originals()).toBe(1)
    const { sha256 } = (await rowOf('/a.jpg'))!
    expect((await createPictureOriginals(test.db).read(sha256!))?.equals(bytes)).toBe(true)
    expect(await changes()).toEqual([productId, other].toSorted((a, b) => a - b))
    // Nothing is due any more.
    expect(await fetchDue()).toEqual({ stored: 0, unchanged: 0, failed: 0 })
  })

  it('revalidates after days with the server’s validators, and downloads only what changed', async () => {
    let version = 1
    const versions = [await photo('#a00000').png().toBuffer(), await photo('#00a000').png().toBuffer()]
    answers = {
      '/a.png': (request, response) => {
        const etag = `"v${version}"`
        if (request.headers['if-none-match'] === etag) response.writeHead(304).end()
        else response.writeHead(200, { etag }).end(versions[version - 1])
      },
    }
    await name(['/a.png'])
    await fetchDue()
    const first = (await rowOf('/a.png'))!
    expect(first.minutes).toBeGreaterThan(5 * 24 * 60)
    await clearChanges()
    await makeDue()
    expect(await fetchDue()).toEqual({ stored: 0, unchanged: 1, failed: 0 })
    expect(await changes()).toEqual([])
    version = 2
    await makeDue()
    expect(await fetchDue()).toEqual({ stored: 1, unchanged: 0, failed: 0 })
    expect((await rowOf('/a.png'))!.sha256).not.toBe(first.sha256)
    expect(await changes()).toEqual([productId])
  })

  it('backs off after each transient failure, waits a day after others, and keeps the stored photo', async () => {
    const bytes = await photo().webp().toBuffer()
    answers = {
      '/a.webp': (_, response) => void response.end(bytes),
      '/busy.jpg': (_, response) => void response.writeHead(503).end(),
    }
    await name(['/a.webp', '/busy.jpg', '/gone.jpg'])
    expect(await fetchDue()).toEqual({ stored: 1, unchanged: 0, failed: 2 })
    for (const minutes of [1, 4, 16, 64]) {
      const busy = (await rowOf('/busy.jpg'))!
      expect(busy).toMatchObject({ failure: 'http_status', failure_detail: '503' })
      expect(busy.minutes).toBeCloseTo(minutes, 1)
      await makeDue()
      await fetchDue()
    }
    expect((await rowOf('/gone.jpg'))!.minutes).toBeCloseTo(24 * 60, 1)
    delete answers['/a.webp']
    await makeDue()
    await fetchDue()
    expect(await rowOf('/a.webp')).toMatchObject({
      failure: 'http_status',
      failure_detail: '404',
      sha256: expect.any(String),
    })
  })

  it('gives up after two weeks of failures, and retries when a product names the address again', async () => {
    await name(['/gone.jpg'])
    await sql`update picture_source set failed_attempts = 13`.execute(test.db)
    await fetchDue()
    expect(await rowOf('/gone.jpg')).toMatchObject({ failed_attempts: 14, minutes: null })
    await makeDue()
    const other = await addProduct(test.db, { sku: 'X-1', name: 'X', category: 'cables' })
    await sql`update picture_source set next_attempt_at = null`.execute(test.db)
    await name(['/gone.jpg'], other)
    expect(await fetchDue()).toMatchObject({ failed: 1 })
    expect(await rowOf('/gone.jpg')).toMatchObject({ failed_attempts: 1 })
  })

  it('rejects everything that is not a complete picture, and reports why', async () => {
    const jpeg = await photo().jpeg().toBuffer()
    const block = Buffer.alloc(1024 * 1024)
    answers = {
      '/page.jpg': (_, response) =>
        void response.writeHead(200, { 'content-type': 'image/jpeg' }).end('<html>'),
      '/drawing.svg': (_, response) => void response.end('<svg xmlns="http://www.w3.org/2000/svg"/>'),
      '/cut.jpg': (_, response) => void response.end(jpeg.subarray(0, jpeg.length / 2)),
      '/empty.jpg': (_, response) => void response.end(),
      '/heavy.jpg': (_, response) => {
        response.write(jpeg)
        for (let count = 0; count < 16; count++) response.write(block)
        response.end()
      },
      '/metadata.jpg': (_, response) =>
        void response.writeHead(302, { location: 'http://169.254.169.254/latest/meta-data/' }).end(),
    }
    await name(Object.keys(answers))
    expect(await fetchDue()).toEqual({ stored: 0, unchanged: 0, failed: 6 })
    const reasons = await Promise.all(Object.keys(answers).map(async (path) => (await rowOf(path))!.failure))
    expect(reasons).toEqual([
      'wrong_type',
      'wrong_type',
      'broken_picture',
      'empty',
      'too_large',
      'forbidden_address',
    ])
    expect(await originals()).toBe(0)
  })

  it('skips a host for the rest of a run when it does not respond', async () => {
    const paths = Array.from({ length: 40 }, (_, index) => `/${index}.jpg`)
    for (const path of paths) answers[path] = (request) => void request.socket.destroy()
    await name(paths)
    expect(await fetchDue()).toMatchObject({ failed: 40 })
    // The requests that were in flight together when the third failed.
    expect(asked.length).toBeLessThan(10)
  })

  it('releases its unfetched claims when it is stopped', async () => {
    const stop = new AbortController()
    const paths = Array.from({ length: 12 }, (_, index) => `/${index}.jpg`)
    for (const path of paths) answers[path] = () => stop.abort()
    await name(paths)
    await fetchDue(stop.signal)
    const { rows } =
      await sql`select 1 from picture_source where next_attempt_at <= now() and failure is null`.execute(
        test.db,
      )
    expect(rows).toHaveLength(12)
  })

  it('is done by only one of two nodes for each address', async () => {
    const bytes = await photo().jpeg().toBuffer()
    const paths = Array.from({ length: 40 }, (_, index) => `/${index}.jpg`)
    for (const path of paths) answers[path] = (_, response) => void response.end(bytes)
    await name(paths)
    const [one, two] = await Promise.all([fetchDue(), fetchDue()])
    expect(one.stored + two.stored).toBe(40)
    expect(asked.toSorted()).toEqual(paths.toSorted())
  })

  it('removes addresses and originals that no product has used for a day', async () => {
    const bytes = await photo().jpeg().toBuffer()
    answers = { '/a.jpg': (_, response) => void response.end(bytes) }
    await name(['/a.jpg'])
    await fetchDue()
    await sql`delete from product_image where type = 5`.execute(test.db)
    await tidyPictures(test.db)
    expect(await originals()).toBe(1)
    await sql`update picture_source set attempted_at = now() - interval '25 hours'`.execute(test.db)
    await sql`update picture_original set stored_at = now() - interval '25 hours'`.execute(test.db)
    await tidyPictures(test.db)
    expect([await originals(), await rowOf('/a.jpg')]).toEqual([0, undefined])
  })
})
