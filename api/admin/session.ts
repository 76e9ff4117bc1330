/** The session of the person who is signed in. */
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { adminError } from '../../contract/admin/error.ts'
import { adminSession } from '../../contract/admin/session.ts'
import { stepUpMs } from '../../domain/staff/staff-session-repository.server.ts'
import { storeCodes, stores } from '../../domain/stores/stores.ts'
import type { AdminServices } from './admin-services.ts'
import { describeResource } from './resource-contract.ts'

export const adminSessionRoutes: FastifyPluginAsyncZod<AdminServices> = async (app, services) => {
  const { clock, publicUrl } = services
  const described = services.resources.map((resource) => ({
    permission: resource.permission,
    isOwn: resource.section === null,
    description: describeResource(resource),
  }))
  const readable = (grants: Readonly<Partial<Record<string, unknown>>>, { isOwn }: { isOwn: boolean }) =>
    described.flatMap((each) =>
      each.isOwn === isOwn && grants[each.permission] !== undefined ? [each.description] : [],
    )
  app.get(
    '/admin/api/session',
    {
      config: { permission: 'signed-in', forKeys: true },
      schema: {
        summary: 'Who is signed in, and what they may do',
        response: { 200: adminSession, 401: adminError },
      },
    },
    async ({ staff }) => {
      const { id, email, name, language, grants, steppedUpAt, endsAt } = staff
      const until = steppedUpAt === null ? null : steppedUpAt + stepUpMs
      return {
        staff: { id, email, name, language },
        grants: Object.fromEntries(
          Object.entries(grants).map(([permission, stores]) => [permission, [...stores]]),
        ),
        stores: storeCodes.map((code) => {
          const { country, currency } = stores[code]
          return { code, name: country, currency }
        }),
        steppedUpUntil: until === null || until <= clock() ? null : new Date(until).toISOString(),
        endsAt: new Date(endsAt).toISOString(),
        shopUrl: publicUrl,
        resources: readable(grants, { isOwn: false }),
        ownLists: readable(grants, { isOwn: true }),
      }
    },
  )
}
