/**
 * The network of a request before Fastify handles it; returns the same value as `rateLimitKey` does behind
 * Fastify.
 */
import type { IncomingMessage } from 'node:http'
import { rateLimitKey } from '../../api/rate-limit-key.ts'

/**
 * Rate-limit key of the client: the peer's address, or, behind `trustedProxies` proxies, the address that the
 * outermost of them added to `X-Forwarded-For`.
 */
export function clientNetwork(
  { socket, headers }: Pick<IncomingMessage, 'socket' | 'headers'>,
  trustedProxies: number,
): string {
  const peer = socket.remoteAddress ?? ''
  const forwarded = headers['x-forwarded-for']
  if (trustedProxies === 0 || forwarded === undefined) return rateLimitKey({ ip: peer })
  const named = String(forwarded)
    .split(',')
    .map((address) => address.trim())
    .filter((address) => address !== '')
  const chain = [...named, peer]
  const address = chain[Math.max(0, chain.length - 1 - trustedProxies)] ?? peer
  return rateLimitKey({ ip: address })
}
