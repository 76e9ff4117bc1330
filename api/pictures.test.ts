import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { pictureUrl } from '../domain/pictures/picture-address.ts'
import { pictureKey, placeholderSource } from '../domain/pictures/picture-key.ts'
import { demoDrawings } from '../demo/demo-data.server.ts'
import { testApp, testServices } from '../test/composition.ts'
import type { Database } from '../server/database/database.ts'
import { createPictureFolder } from '../domain/pictures/picture-files.server.ts'
import { createPictureStore } from '../domain/pictures/picture-store.server.ts'

const known = 'drawing:cell.svgz#VO-AA-front'
const fromFeed = 'https://pictures.example/cell.jpg'
const missing = `picture:${'0'.repeat(64)}`
const photo = `picture:${'1'.repeat(64)}`

/** 600 × 300 with EXIF, orientation 6 (a quarter turn), GPS position: red on white. */
const photoBytes = sharp({ create: { width: 600, height: 300, channels: 3, background: '#fff' } })
  .composite([
    {
      input: { create: { width: 400, height: 200, channels: 3, background: '#d01010' } },
      left: 100,
      top: 50,
    },
  ])
  .withExif({ IFD0: { Copyright: 'A photographer' }, IFD3: { GPSLatitude: '59/1 19/1 0/1' } })
  .withMetadata({ orientation: 6 })
  .jpeg()
  .toBuffer()
const originals = { read: async (sha256: string) => (sha256.startsWith('1') ? photoBytes : null) }

describe('pictures over HTTP', () => {
  let app: FastifyInstance
  let dataDir: string

  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'pictures-'))
    const sources = new Map([known, fromFeed, missing, photo].map((source) => [pictureKey(source), source]))
    const pictures = createPictureStore({
      files: createPictureFolder(join(dataDir, 'pictures')),
      lookupSource: (key) => sources.get(key) ?? null,
      originals,
      drawings: [demoDrawings()],
    })
    // No request of this file reads the database.
    app = await testApp(testServices({ db: {} as Database }), { pictures })
  })
  afterAll(async () => {
    await app.close()
    await rm(dataDir, { recursive: true, force: true })
  })

  it('serves a drawn picture in the requested size and format, cacheable as immutable', async () => {
    for (const format of ['avif', 'webp'] as const) {
      const answer = await app.inject(pictureUrl(pictureKey(known), 160, format))
      expect(answer.statusCode).toBe(200)
      expect(answer.headers['content-type']).toBe(`image/${format}`)
      expect(answer.headers['cache-control']).toBe('public, max-age=31536000, immutable')
      const { width, height } = await sharp(answer.rawPayload).metadata()
      expect([width, height]).toEqual([160, 160])
    }
  })

  it('responds with 304 to a browser that has the picture already', async () => {
    const url = pictureUrl(pictureKey(known), 160, 'avif')
    const first = await app.inject(url)
    const second = await app.inject({ url, headers: { 'if-none-match': String(first.headers.etag) } })
    expect(second.statusCode).toBe(304)
    expect(second.rawPayload).toHaveLength(0)
  })

  it('generates a picture once for concurrent requests, and leaves no partial file', async () => {
    const url = pictureUrl(pictureKey(placeholderSource), 320, 'webp')
    const answers = await Promise.all(Array.from({ length: 8 }, () => app.inject(url)))
    expect(new Set(answers.map((answer) => answer.statusCode))).toEqual(new Set([200]))
    const files = await readdir(join(dataDir, 'pictures'))
    expect(files.filter((file) => file.endsWith('.tmp'))).toEqual([])
  })

  it('serves a stored photo in full, centred in a square, without its metadata', async () => {
    for (const format of ['avif', 'webp'] as const) {
      const answer = await app.inject(pictureUrl(pictureKey(photo), 320, format))
      expect(answer.statusCode).toBe(200)
      const found = await sharp(answer.rawPayload).metadata()
      expect([found.width, found.height, found.exif, found.icc, found.xmp]).toEqual([
        320,
        320,
        undefined,
        undefined,
        undefined,
      ])
      const at = async (x: number, y: number) => [
        ...(await sharp(answer.rawPayload)
          .removeAlpha()
          .extract({ left: x, top: y, width: 1, height: 1 })
          .raw()
          .toBuffer()),
      ]
      // Rotated by its EXIF orientation it is twice as high as wide: white left and right, red in the middle.
      expect((await at(20, 160)).every((channel) => channel > 245)).toBe(true)
      const [red = 0, green = 255] = await at(160, 160)
      expect(red > 180 && green < 60).toBe(true)
      expect((await at(160, 12)).every((channel) => channel > 245)).toBe(true)
    }
  })

  it('has no picture, not even the placeholder, under the address of a photo that is not stored', async () => {
    for (const source of [fromFeed, missing]) {
      const answer = await app.inject(pictureUrl(pictureKey(source), 160, 'webp'))
      expect(answer.statusCode).toBe(404)
      expect(answer.headers['cache-control']).toBe('no-store')
    }
    const files = await readdir(join(dataDir, 'pictures'))
    expect(files.filter((file) => file.startsWith(pictureKey(missing)))).toEqual([])
  })

  it('rejects names that belong to no picture', async () => {
    for (const file of [
      'unknownkey-320.avif',
      `${pictureKey(known)}-321.avif`,
      '..%2F..%2Fpackage.json',
      'x.svg',
    ]) {
      const answer = await app.inject(`/pictures/${file}`)
      expect(answer.statusCode).toBe(404)
      expect(answer.json()).toEqual({ message: expect.any(String) })
    }
  })
})
