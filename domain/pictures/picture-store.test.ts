import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { categoryIcons } from './category-icons.ts'
import { categorySource, pictureKey } from './picture-key.ts'
import { createPictureFolder } from './picture-files.server.ts'
import { createPictureStore } from './picture-store.server.ts'

const sources = ['cell', 'coin', 'car'].map(categorySource)

const originals = { read: () => Promise.resolve(null) }

describe('the picture store', () => {
  let dataDir: string
  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'picture-store-'))
  })
  afterAll(() => rm(dataDir, { recursive: true, force: true }))

  it('pre-renders missing pictures, once, and serves them without looking up their source', async () => {
    let lookups = 0
    const store = createPictureStore({
      files: createPictureFolder(join(dataDir, 'pictures')),
      lookupSource: () => {
        lookups++
        return null
      },
      originals,
      drawings: [],
    })
    expect(await store.prepare(sources, { widths: [160] })).toBe(3)
    expect(await store.prepare(sources, { widths: [160] })).toBe(0)
    expect(await store.get(pictureKey(sources[0]!), 160, 'avif')).toBeInstanceOf(Buffer)
    expect(lookups).toBe(0)
    expect(await readdir(join(dataDir, 'pictures'))).toHaveLength(3)
  })

  it('serves a request before it continues to pre-render', async () => {
    const wanted = categorySource('gift')
    const many = categoryIcons.map(categorySource).filter((source) => source !== wanted)
    const stop = new AbortController()
    const store = createPictureStore({
      files: createPictureFolder(dataDir),
      lookupSource: () => wanted,
      originals,
      drawings: [],
    })
    const ahead = store.prepare(many, { widths: [160], signal: stop.signal })
    expect(await store.get(pictureKey(wanted), 160, 'webp')).toBeInstanceOf(Buffer)
    stop.abort()
    expect(await ahead).toBeLessThan(many.length)
  })

  it('makes JPEG for mails, small and on white', async () => {
    const store = createPictureStore({
      files: createPictureFolder(dataDir),
      lookupSource: () => sources[0]!,
      originals,
      drawings: [],
    })
    const bytes = (await store.get(pictureKey(sources[0]!), 160, 'jpeg'))!
    expect(bytes.length).toBeLessThan(12_000)
    const { data, info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true })
    expect(info).toMatchObject({ width: 160, height: 160, channels: 3 })
    expect(data[0]).toBeGreaterThan(250)
  })

  it('has no picture for an unknown key', async () => {
    const store = createPictureStore({
      files: createPictureFolder(dataDir),
      lookupSource: () => null,
      originals,
      drawings: [],
    })
    expect(await store.get('nobodysv1', 160, 'avif')).toBeNull()
  })
})
