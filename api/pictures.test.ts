import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fastify from 'fastify'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { pictureKey, pictureUrl, placeholderSource } from '../domain/pictures/picture-address.ts'
import { createPictureStore } from '../domain/pictures/picture-store.server.ts'
import { picturesRoutes } from './pictures.ts'

const known = 'drawing:cell?size=AA&chemistry=alkaline&count=4&tone=2'
const fromFeed = 'https://pictures.example/cell.jpg'

describe('pictures over HTTP', () => {
  const app = fastify()
  let dataDir: string

  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'pictures-'))
    const sources = new Map([known, fromFeed].map((source) => [pictureKey(source), source]))
    const pictures = createPictureStore({ dataDir, lookupSource: (key) => sources.get(key) ?? null })
    await app.register(picturesRoutes, { pictures })
  })
  afterAll(async () => {
    await app.close()
    await rm(dataDir, { recursive: true, force: true })
  })

  it('serves a drawn picture in the asked size and format, to be kept for ever', async () => {
    for (const format of ['avif', 'webp'] as const) {
      const answer = await app.inject(pictureUrl(pictureKey(known), 160, format))
      expect(answer.statusCode).toBe(200)
      expect(answer.headers['content-type']).toBe(`image/${format}`)
      expect(answer.headers['cache-control']).toBe('public, max-age=31536000, immutable')
      const { width, height } = await sharp(answer.rawPayload).metadata()
      expect([width, height]).toEqual([160, 160])
    }
  })

  it('answers 304 to a browser that has the picture already', async () => {
    const url = pictureUrl(pictureKey(known), 160, 'avif')
    const first = await app.inject(url)
    const second = await app.inject({ url, headers: { 'if-none-match': String(first.headers.etag) } })
    expect(second.statusCode).toBe(304)
    expect(second.rawPayload).toHaveLength(0)
  })

  it('makes a picture once however many ask for it at the same time, and leaves no half file', async () => {
    const url = pictureUrl(pictureKey(placeholderSource), 320, 'webp')
    const answers = await Promise.all(Array.from({ length: 8 }, () => app.inject(url)))
    expect(new Set(answers.map((answer) => answer.statusCode))).toEqual(new Set([200]))
    const files = await readdir(join(dataDir, 'pictures'))
    expect(files.filter((file) => file.endsWith('.tmp'))).toEqual([])
  })

  it('shows the placeholder for a picture that would have to be fetched from elsewhere', async () => {
    const fetched = await app.inject(pictureUrl(pictureKey(fromFeed), 160, 'webp'))
    const placeholder = await app.inject(pictureUrl(pictureKey(placeholderSource), 160, 'webp'))
    expect(fetched.rawPayload.equals(placeholder.rawPayload)).toBe(true)
  })

  it('refuses names that belong to no picture', async () => {
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
