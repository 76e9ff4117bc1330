/**
 * Requests of programs: `Authorization: Bearer anode_key_…` in place of a session. Such a request has what the key
 * permits and nothing else; a cookie that comes along is not read, and no page of a browser can send one from elsewhere.
 */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { isOfPeople } from '../../domain/api-keys/api-key.ts'
import { readKey, recordUse, type KeyHolder } from '../../domain/api-keys/api-key-repository.server.ts'
import { isKeySecret, keyPrefix } from '../../domain/api-keys/key-secret.server.ts'
import { countAttempts } from '../../domain/security/attempts.server.ts'
import { rateLimitKey } from '../rate-limit-key.ts'
import { AdminRefusal } from './admin-refusal.ts'
import type { AdminServices } from './admin-services.ts'
import type { RoutePermission } from './require-permission.ts'

export type KeyServices = Pick<AdminServices, 'db' | 'clock' | 'keys' | 'security' | 'log'>

/**
 * The credentials of a bearer in an `Authorization` header; null: none, another scheme, or what is no key of this shop, as
 * the token that a proxy for signing in adds to the requests of people.
 */
export function readBearer(header: string | undefined): string | null {
  const [scheme = '', ...rest] = (header ?? '').trim().split(' ')
  const credentials = rest.join(' ').trim()
  return scheme.toLowerCase() === 'bearer' && credentials.startsWith(keyPrefix) ? credentials : null
}

/**
 * Whether keys may call a route: those that ask for a permission, unless only people have it or they step up for it;
 * of the others those that say so (`forKeys`).
 */
export function isOpenToKeys({
  permission = null,
  stepUp = false,
  forKeys,
}: {
  permission?: RoutePermission
  stepUp?: boolean
  forKeys?: boolean
}): boolean {
  if (stepUp) return false
  if (permission === null || permission === 'signed-in') return forKeys ?? false
  return (forKeys ?? true) && !isOfPeople(permission)
}

/** The key of a request and its person. Throws a refusal: 401, or 429 after many secrets that nobody has made. */
export async function requireKey(
  services: KeyServices,
  request: FastifyRequest,
  reply: FastifyReply,
  secret: string,
): Promise<KeyHolder> {
  const { db, clock, security, log } = services
  const network = rateLimitKey(request)
  const now = clock()
  const found = isKeySecret(secret)
    ? await readKey(db, secret, now)
    : ({ ok: false, code: 'invalid_api_key', keyId: null } as const)
  if (!found.ok) {
    if (found.code === 'invalid_api_key') {
      const { allowed, resetsAt } = await countAttempts(
        services,
        { kind: 'api-key-network', key: network },
        1,
      )
      if (!allowed) {
        void reply.header('retry-after', Math.max(1, Math.ceil((resetsAt - now) / 1000)))
        throw new AdminRefusal(429, 'too_many_attempts')
      }
    }
    security.record('api-key-refused', { network, keyId: found.keyId ?? undefined })
    void reply.header('www-authenticate', 'Bearer')
    throw new AdminRefusal(401, found.code)
  }
  const { key, staff } = found
  // The request does not wait for it and does not fail with it.
  if (found.isUseDue)
    recordUse(db, key.id, now).catch((error: unknown) =>
      log.warn({ err: error, keyId: key.id }, 'the use of an API key was not recorded'),
    )
  return { key, staff }
}
