/**
 * GET /pictures/<key>-<width>.<avif|webp|jpeg>: the derived sizes of the shop's pictures. GET /store-pictures/<file>: the
 * logos and icons of its stores. The address changes with the picture, so the response is cached as immutable; only the
 * icon that is drawn from a store's name keeps its address.
 */
import type { FastifyInstance, FastifyPluginAsync } from 'fastify'
import type { PictureOriginals } from '../domain/pictures/picture-originals.server.ts'
import { originalSource } from '../domain/pictures/picture-source.ts'
import { letterIcon, letterIconPath, storePictureSources } from '../domain/stores/shown-identity.ts'
import { storeCodes } from '../domain/stores/stores.ts'
import { parsePictureFile } from '../domain/pictures/picture-address.ts'
import type { PictureStore } from '../domain/pictures/picture-store.server.ts'

export interface PicturesRoutesOptions {
  pictures: PictureStore
  originals: Pick<PictureOriginals, 'read'>
}

export const picturesRoutes: FastifyPluginAsync<PicturesRoutesOptions> = async (app, options) => {
  const { pictures } = options
  storePictures(app, options)
  app.get<{ Params: { file: string } }>('/pictures/:file', async (request, reply) => {
    const file = parsePictureFile(request.params.file)
    // The name identifies the bytes, so it is their ETag.
    const etag = `"${request.params.file}"`
    const bytes = file && (await pictures.get(file.key, file.width, file.format))
    if (!bytes)
      return reply.code(404).header('cache-control', 'no-store').send({ message: 'No such picture' })

    reply.header('cache-control', 'public, max-age=31536000, immutable').header('etag', etag)
    if (request.headers['if-none-match'] === etag) return reply.code(304).send()
    return reply.type(`image/${file.format}`).send(bytes)
  })
}

const letterIconSeconds = 3600

/** Logos and icons that staff have uploaded for a store, and the icons of those without. Each is kept in memory once read. */
function storePictures(app: FastifyInstance, { originals }: PicturesRoutesOptions): void {
  const kept = new Map<string, Buffer>()
  app.get<{ Params: { file: string } }>('/store-pictures/:file', async (request, reply) => {
    const { file } = request.params
    const store = storeCodes.find((code) => letterIconPath(code).endsWith(`/${file}`))
    if (store !== undefined)
      return reply
        .header('cache-control', `public, max-age=${letterIconSeconds}`)
        .header('content-security-policy', "default-src 'none'")
        .type('image/svg+xml')
        .send(letterIcon(store))
    const sha256 = /^([0-9a-f]{64})\.png$/.exec(file)?.[1]
    const shown = storePictureSources()
    for (const source of kept.keys()) if (!shown.has(source)) kept.delete(source)
    const source = sha256 === undefined ? null : originalSource(sha256)
    const isShown = source !== null && shown.has(source)
    const bytes = isShown ? (kept.get(source) ?? (await originals.read(sha256!))) : null
    if (source === null || bytes === null)
      return reply.code(404).header('cache-control', 'no-store').send({ message: 'No such picture' })
    kept.set(source, bytes)
    const etag = `"${file}"`
    reply.header('cache-control', 'public, max-age=31536000, immutable').header('etag', etag)
    if (request.headers['if-none-match'] === etag) return reply.code(304).send()
    return reply.type('image/png').send(bytes)
  })
}
