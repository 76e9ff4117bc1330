/** The description of the back office's API (OpenAPI): its routes with who may call them. */
import type { FastifyDynamicSwaggerOptions } from '@fastify/swagger'
import { adminError } from '../../contract/admin/error.ts'
import { complete, describeRoute, type Transform } from '../api-description.ts'
import adminExamples from './admin-api-examples.json' with { type: 'json' }
import { isOpenToKeys } from './require-api-key.ts'
import type { RoutePermission } from './require-permission.ts'

const ofPeople = 'People only: API keys are refused with `not_for_api_keys`.'

/** Who may call a route of the back office, in words. */
function admittance(permission: RoutePermission, stepUp: boolean, isForKeys: boolean): string {
  if (permission === null) return 'Open to everybody.'
  const held = permission === 'signed-in' ? 'Signed in.' : `Permission: \`${permission}\`.`
  const asked = stepUp ? ' Asks for a passkey or an authenticator app again.' : ''
  return `${held}${asked}${isForKeys ? '' : ` ${ofPeople}`}`
}

const describeAdminRoute: Transform = (given) => {
  const { permission = null, stepUp = false, forKeys } = given.route.config ?? {}
  const isForKeys = isOpenToKeys({ permission, stepUp, ...(forKeys !== undefined && { forKeys }) })
  const { response = {}, ...schema } = given.schema ?? {}
  const refusals = permission === null ? {} : { 401: adminError, 403: adminError }
  return describeRoute(
    { ...given, schema: { ...schema, response: { ...refusals, ...(response as object) } } },
    {
      description: admittance(permission, stepUp, isForKeys),
      security: permission === null ? [] : [...(isForKeys ? [{ key: [] }] : []), { session: [] }],
      ...(permission !== null && permission !== 'signed-in' && { 'x-permission': permission }),
      'x-step-up': stepUp,
    },
  )
}

export const adminApiDescription: FastifyDynamicSwaggerOptions = {
  openapi: {
    info: {
      title: 'Anode back office',
      version: '1',
      description:
        'What staff and their programs do with the shop. Programs send an API key (docs/api-keys.md). Amounts are decimal numbers, times ISO 8601. Errors are `{"code": …}`.',
    },
    components: {
      securitySchemes: {
        key: { type: 'http', scheme: 'bearer', description: 'An API key, `anode_key_…`.' },
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: 'anode_staff',
          description:
            'The session of a person; its name begins with `__Host-` where the back office has https.',
        },
      },
    },
  },
  transform: describeAdminRoute,
  transformObject: complete(adminExamples),
}
