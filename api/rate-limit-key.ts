/** Whom the limits count, in the domain's as in the API's own: an address, or the network one subscriber has. */
import { normalizeIP } from '@fastify/rate-limit'
import type { FastifyRequest } from 'fastify'

/** Bits of an IPv6 address that name a subscriber; the rest are theirs to change with every try (RFC 6177). */
const subscriberBits = 64

/** The address of a request as it is counted: IPv4 whole, also when it is mapped into IPv6, of IPv6 the network. */
export function rateLimitKey({ ip }: Pick<FastifyRequest, 'ip'>): string {
  return normalizeIP(ip, subscriberBits)
}
