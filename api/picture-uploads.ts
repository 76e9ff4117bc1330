/**
 * Limits the pictures that customers upload at the same time, before their bodies are read: each is up to 15 MB in
 * memory, and a node decodes one picture at a time.
 */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { picturesBeingStripped } from '../domain/pictures/strip-picture.server.ts'
import { Fault } from './errors.ts'
import { rateLimitKey } from './rate-limit-key.ts'

/** A page uploads its photos one after the other; a household or an office may have two people at it. */
const mostOfNetwork = 2

/** One is decoded, in at most a few seconds, and three wait for it. */
const mostStripped = 4

/** About 180 MB of bodies on a node. */
const mostOfNode = 12

/** Network → its uploads that are in flight on this node. */
const inFlight = new Map<string, number>()
let ofNode = 0

/** An `onRequest` hook of an upload, before its body is read: 429 where the network has too many in flight, 503 where the node has. */
export async function limitUploads(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const network = rateLimitKey(request)
  const own = inFlight.get(network) ?? 0
  if (own >= mostOfNetwork) throw new Fault('too_many_requests')
  if (ofNode >= mostOfNode || picturesBeingStripped() >= mostStripped) throw new Fault('overloaded')
  inFlight.set(network, own + 1)
  ofNode++
  let isOver = false
  const release = () => {
    if (isOver) return
    isOver = true
    ofNode--
    const left = (inFlight.get(network) ?? 1) - 1
    if (left > 0) inFlight.set(network, left)
    else inFlight.delete(network)
  }
  // The second one covers clients that leave before they are answered.
  reply.raw.once('finish', release).once('close', release)
}
