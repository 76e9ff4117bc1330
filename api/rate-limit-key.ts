/**
 * The rate-limit key of a request, for the domain's limits and the API's own: an IPv4 address, or the IPv6
 * network of one subscriber.
 */
import { normalizeIP } from '@fastify/rate-limit'
import type { FastifyRequest } from 'fastify'

/**
 * Prefix length of an IPv6 subscriber network, bits; a subscriber can change the rest with every request (RFC
 * 6177).
 */
const subscriberBits = 64

/** The rate-limit key of an address: IPv4 in full, also if mapped into IPv6; of IPv6 the network. */
export function rateLimitKey({ ip }: Pick<FastifyRequest, 'ip'>): string {
  return normalizeIP(ip, subscriberBits)
}
