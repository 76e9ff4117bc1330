/** Marks a browser as staff: a link printed by `anode staff link` sets a cookie (CART-13). */
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Keyring } from '../domain/keys/keyring.server.ts'
import { readStaffPass } from '../domain/staff/staff-pass.server.ts'
import { defaultStoreCode } from '../domain/stores/stores.ts'
import { readCookie, setCookie } from './set-cookie.ts'

/** Name of the cookie that holds the pass. */
const staffCookie = 'anode_staff'

/** Whether a request carries a valid pass. */
export function isStaffRequest(
  request: Pick<FastifyRequest, 'headers'>,
  keys: Keyring,
  now: number,
): boolean {
  const pass = readCookie(request.headers.cookie, staffCookie)
  return pass !== null && readStaffPass(keys, pass, now) !== null
}

export interface StaffRoutesOptions {
  keys: Keyring
  clock: () => number
  publicUrl: string
}

export const staffRoutes: FastifyPluginAsyncZod<StaffRoutesOptions> = async (app, options) => {
  const { keys, clock, publicUrl } = options
  app.get(
    '/api/staff-pass/:pass',
    {
      schema: {
        summary: 'Stores a staff pass as a cookie',
        hide: true,
        params: z.object({ pass: z.string().max(200) }),
      },
    },
    async (request, reply) => {
      const { pass } = request.params
      const expiresAt = readStaffPass(keys, pass, clock())
      if (expiresAt === null)
        return reply.code(404).send({ message: 'This link does not hold, or no longer.' })
      const maxAge = Math.floor((expiresAt - clock()) / 1000)
      return reply
        .header('set-cookie', setCookie(staffCookie, pass, { maxAge, publicUrl }))
        .header('cache-control', 'no-store')
        .header('referrer-policy', 'no-referrer')
        .redirect(`/${defaultStoreCode}`)
    },
  )
}
