/**
 * GET /pictures/<key>-<width>.<avif|webp|jpeg>: the derived sizes of the shop's pictures. The address changes with
 * the picture, so the response is cached as immutable.
 */
import type { FastifyPluginAsync } from 'fastify'
import { parsePictureFile } from '../domain/pictures/picture-address.ts'
import type { PictureStore } from '../domain/pictures/picture-store.server.ts'

export interface PicturesRoutesOptions {
  pictures: PictureStore
}

export const picturesRoutes: FastifyPluginAsync<PicturesRoutesOptions> = async (app, { pictures }) => {
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
