/** Texts generated as streams, cached gzipped, and generated once for concurrent requests. */
import { createHash } from 'node:crypto'
import { pipeline, Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pipeline as pipelineDone } from 'node:stream/promises'
import { createGzip, createGunzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'

export interface GzippedText {
  bytes: Buffer
  etag: string
}

export interface GzippedTexts {
  get(name: string, pieces: () => AsyncIterable<string> | Iterable<string>): Promise<GzippedText>
}

const mostBytes = 8 * 1024 * 1024

/** `maxAgeMs`: maximum age of a cached text. */
export function createGzippedTexts(clock: () => number, maxAgeMs: number): GzippedTexts {
  const kept = new LRUCache<string, GzippedText & { madeAt: number }>({
    maxSize: mostBytes,
    sizeCalculation: ({ bytes }) => bytes.length + 200,
  })
  const making = new Map<string, Promise<GzippedText>>()
  return {
    async get(name, pieces) {
      const known = kept.get(name)
      if (known !== undefined && clock() - known.madeAt < maxAgeMs) return known
      let running = making.get(name)
      if (running === undefined) {
        running = make(pieces()).finally(() => making.delete(name))
        making.set(name, running)
      }
      const made = await running
      kept.set(name, { ...made, madeAt: clock() })
      return made
    },
  }
}

async function make(pieces: AsyncIterable<string> | Iterable<string>): Promise<GzippedText> {
  const gzip = createGzip()
  const [bytes] = await Promise.all([buffer(gzip), pipelineDone(Readable.from(pieces), gzip)])
  return { bytes, etag: `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"` }
}

/** Sends the text gzipped, or decompressed for clients that do not accept gzip. */
export function sendText(
  request: FastifyRequest,
  reply: FastifyReply,
  { bytes, etag }: GzippedText,
  { type, maxAgeSeconds }: { type: string; maxAgeSeconds: number },
) {
  reply
    .header('cache-control', `public, max-age=${maxAgeSeconds}`)
    .header('vary', 'accept-encoding')
    .header('etag', etag)
  if (request.headers['if-none-match'] === etag) return reply.code(304).send()
  reply.type(type)
  if (!acceptsGzip(request)) return reply.send(unpacked(Readable.from([bytes])))
  return reply.header('content-encoding', 'gzip').send(bytes)
}

/** The decompressed stream; destroyed with its reader. */
export function unpacked(packed: Readable): Readable {
  return pipeline(packed, createGunzip(), () => {})
}

export function acceptsGzip({ headers }: FastifyRequest): boolean {
  return /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?(?:,|$))/.test(String(headers['accept-encoding'] ?? ''))
}
