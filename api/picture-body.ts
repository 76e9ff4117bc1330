/** Uploads of pictures: the body is the file itself. No form of another site can send its types. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { largestPictureBytes } from '../domain/pictures/inspect-picture.server.ts'

/** Types that an upload may declare; the format of the picture is read from its bytes. */
const pictureContentTypes = [
  'application/octet-stream',
  'image/jpeg',
  'image/png',
  'image/webp',
  'image/avif',
  'image/gif',
]

/** Lets the routes of the plugin read pictures; they still need a `bodyLimit` of `largestPictureBytes`. */
export function acceptPictures(app: Pick<FastifyInstance, 'addContentTypeParser'>): void {
  app.addContentTypeParser(
    pictureContentTypes,
    { parseAs: 'buffer', bodyLimit: largestPictureBytes },
    (_request, body, done) => done(null, body),
  )
}

/** The file; empty without a body, which no picture is. */
export function pictureBody({ body }: Pick<FastifyRequest, 'body'>): Buffer {
  return Buffer.isBuffer(body) ? body : Buffer.alloc(0)
}
