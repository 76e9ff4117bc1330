/** How the person who is signed in signs in: passkeys, recovery codes, sessions. Changes ask for a step-up. */
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { adminError } from '../../contract/admin/error.ts'
import {
  addStaffPasskeyRequest,
  appCodeRequest,
  authenticatorApp,
  ownSecurity,
  passkeyParams,
  sessionParams,
} from '../../contract/admin/security.ts'
import { recoveryCodes } from '../../contract/admin/sign-in.ts'
import { passkeyOptions } from '../../contract/passkeys.ts'
import { startStaffPasskey } from '../../domain/staff/accept-invitation.server.ts'
import {
  confirmAuthenticatorApp,
  removeAuthenticatorApp,
  startAuthenticatorApp,
} from '../../domain/staff/authenticator-app.server.ts'
import {
  addOwnPasskey,
  removeOwnPasskey,
  renewRecoveryCodes,
} from '../../domain/staff/own-security.server.ts'
import { endOwnSession } from '../../domain/staff/sign-in.server.ts'
import { passkeysOf, staffMembers } from '../../domain/passkeys/passkey-repository.server.ts'
import { recoveryCodesLeft } from '../../domain/staff/recovery-code-repository.server.ts'
import { hasAuthenticatorApp } from '../../domain/staff/staff-repository.server.ts'
import { openStaffSessions } from '../../domain/staff/staff-session-repository.server.ts'
import { AdminRefusal, requireOk } from './admin-refusal.ts'
import type { AdminServices } from './admin-services.ts'

const reading = { permission: 'signed-in' } as const
const changing = { permission: 'signed-in', stepUp: true } as const

export const adminSecurityRoutes: FastifyPluginAsyncZod<AdminServices> = async (app, services) => {
  const { db, clock } = services
  app.get(
    '/admin/api/security',
    { config: reading, schema: { summary: 'Own passkeys and sessions', response: { 200: ownSecurity } } },
    async ({ staff }) => ({
      passkeys: (await passkeysOf(db, staffMembers, staff.id)).map((passkey) => ({
        id: passkey.credentialId,
        name: passkey.name,
        backedUp: passkey.backedUp,
        createdAt: passkey.createdAt.toISOString(),
        usedAt: passkey.usedAt?.toISOString() ?? null,
      })),
      recoveryCodesLeft: await recoveryCodesLeft(db, staff.id),
      hasAuthenticatorApp: await hasAuthenticatorApp(db, staff.id),
      sessions: (await openStaffSessions(db, staff.id, clock())).map(
        ({ id, device, signedInAt, usedAt }) => ({
          id,
          device,
          signedInAt: signedInAt.toISOString(),
          usedAt: usedAt.toISOString(),
          current: id === staff.sessionId,
        }),
      ),
    }),
  )
  app.post(
    '/admin/api/security/passkeys/options',
    {
      config: changing,
      schema: {
        summary: 'A challenge to add a passkey, as navigator.credentials.create takes it',
        response: { 200: passkeyOptions, 403: adminError },
      },
    },
    async ({ staff }) => ({ ...(await startStaffPasskey(services, staff)) }),
  )
  app.post(
    '/admin/api/security/passkeys',
    {
      config: changing,
      schema: {
        summary: 'Adds the passkey that the browser created',
        body: addStaffPasskeyRequest,
        response: { 204: z.null(), 403: adminError, 422: adminError },
      },
    },
    async ({ staff, actor, body }, reply) => {
      const added = { staffId: staff.id, name: body.name.trim(), response: body.response }
      if (!(await addOwnPasskey(services, actor, added))) throw new AdminRefusal(422, 'passkey_refused')
      return reply.code(204).send(null)
    },
  )
  app.delete(
    '/admin/api/security/passkeys/:id',
    {
      config: changing,
      schema: {
        summary: 'Removes a passkey; the last one stays',
        params: passkeyParams,
        response: { 204: z.null(), 403: adminError, 404: adminError, 409: adminError },
      },
    },
    async ({ staff, actor, params }, reply) => {
      const removed = await removeOwnPasskey(services, actor, { staffId: staff.id, credentialId: params.id })
      if (!removed.ok) throw new AdminRefusal(removed.code === 'not_found' ? 404 : 409, removed.code)
      return reply.code(204).send(null)
    },
  )
  app.post(
    '/admin/api/security/recovery-codes',
    {
      config: changing,
      schema: {
        summary: 'Ten new recovery codes; the former ones end',
        response: { 200: recoveryCodes, 403: adminError },
      },
    },
    async ({ staff, actor }) => ({ recoveryCodes: await renewRecoveryCodes(services, actor, staff.id) }),
  )
  app.post(
    '/admin/api/security/authenticator-app',
    {
      config: changing,
      schema: {
        summary: 'A new secret for an authenticator app, shown once; the app counts once it is confirmed',
        response: { 200: authenticatorApp, 403: adminError, 409: adminError },
      },
    },
    async ({ staff, actor }) => {
      const started = await startAuthenticatorApp(services, actor, staff)
      requireOk(started)
      return { secret: started.secret, uri: started.uri }
    },
  )
  app.post(
    '/admin/api/security/authenticator-app/confirm',
    {
      config: changing,
      schema: {
        summary: 'Confirms the authenticator app with a code that it shows',
        body: appCodeRequest,
        response: { 204: z.null(), 403: adminError, 409: adminError },
      },
    },
    async ({ staff, actor, body }, reply) => {
      requireOk(await confirmAuthenticatorApp(services, actor, { staffId: staff.id, typed: body.code }))
      return reply.code(204).send(null)
    },
  )
  app.delete(
    '/admin/api/security/authenticator-app',
    {
      config: changing,
      schema: {
        summary: 'Removes the authenticator app',
        response: { 204: z.null(), 403: adminError, 404: adminError },
      },
    },
    async ({ staff, actor }, reply) => {
      if (!(await removeAuthenticatorApp(services, actor, staff.id))) throw new AdminRefusal(404, 'not_found')
      return reply.code(204).send(null)
    },
  )
  app.delete(
    '/admin/api/security/sessions/:id',
    {
      config: reading,
      schema: {
        summary: 'Ends one of the own sessions',
        params: sessionParams,
        response: { 204: z.null(), 404: adminError },
      },
    },
    async ({ staff, actor, params }, reply) => {
      const ended = await endOwnSession(services, actor, { staffId: staff.id, sessionId: params.id })
      if (!ended) throw new AdminRefusal(404, 'not_found')
      return reply.code(204).send(null)
    },
  )
}
