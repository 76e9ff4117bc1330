/** The web app manifest of each store. */
import rateLimit from '@fastify/rate-limit'
import type { FastifyPluginAsync } from 'fastify'
import { manifestPath } from '../domain/stores/paths.ts'
import { storeCodes } from '../domain/stores/stores.ts'
import { webManifest } from '../domain/stores/web-manifest.ts'
import { createGzippedTexts, sendText } from './gzipped-texts.ts'

const maxAgeSeconds = 3600
const type = 'application/manifest+json; charset=utf-8'

export const webManifestRoutes: FastifyPluginAsync<{ clock: () => number }> = async (app, { clock }) => {
  await app.register(rateLimit, { max: 300, timeWindow: '1 minute' })
  const texts = createGzippedTexts(clock, maxAgeSeconds * 1000)
  app.get<{ Params: { file: string } }>('/manifests/:file', async (request, reply) => {
    const path = `/manifests/${request.params.file}`
    const store = storeCodes.find((code) => manifestPath(code) === path)
    if (store === undefined) return reply.code(404).send({ message: 'No such manifest' })
    const manifest = JSON.stringify(webManifest(store))
    // The text is its own key: what the merchant changes is in it at once.
    const text = await texts.get(manifest, () => [manifest])
    return sendText(request, reply, text, { type, maxAgeSeconds })
  })
}
