/** Signing in to the back office and out of it: invitations, passkeys, step-up. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { adminError } from '../../contract/admin/error.ts'
import {
  acceptInvitationRequest,
  invitationAnswer,
  invitationRequest,
  passkeySignInRequest,
  recoveryCodes,
  signInByLinkRequest,
  signInLinkRequest,
} from '../../contract/admin/sign-in.ts'
import { appCodeRequest } from '../../contract/admin/security.ts'
import { passkeyOptions } from '../../contract/passkeys.ts'
import { deviceName } from '../../domain/accounts/device-name.ts'
import {
  acceptInvitation,
  readInvitation,
  startStaffPasskey,
} from '../../domain/staff/accept-invitation.server.ts'
import { stepUpWithApp } from '../../domain/staff/authenticator-app.server.ts'
import {
  endOwnSession,
  signInWithPasskey,
  startStaffSignIn,
  stepUpWithPasskey,
  type StaffSignIn,
} from '../../domain/staff/sign-in.server.ts'
import {
  requestSignInLink,
  signInByLink,
  type SignInByLink,
} from '../../domain/staff/sign-in-by-link.server.ts'
import { rateLimitKey } from '../rate-limit-key.ts'
import { AdminRefusal } from './admin-refusal.ts'
import type { AdminServices } from './admin-services.ts'
import { requireSession } from './require-permission.ts'
import { staffCookie } from './staff-cookie.ts'

/** Requests per minute of one address: a person signs in seldom, an office shares an address. */
const limit = { rateLimit: { max: 60, timeWindow: '1 minute' } }
const forEverybody = { ...limit, permission: null }
const forStaff = { ...limit, permission: 'signed-in' } as const

export const adminSignInRoutes: FastifyPluginAsyncZod<AdminServices> = async (app, services) => {
  const { adminUrl } = services

  /** Answers with the cookie of the session. */
  const signedIn = (reply: FastifyReply, answer: StaffSignIn | SignInByLink) => {
    if (!answer.ok) throw new AdminRefusal(answer.code === 'link_invalid' ? 410 : 403, answer.code)
    return reply.code(204).header('set-cookie', staffCookie(answer.token, adminUrl)).send(null)
  }
  const deviceOf = (request: FastifyRequest) => deviceName(request.headers['user-agent'])

  app.post(
    '/admin/api/invitation',
    {
      config: forEverybody,
      schema: {
        summary: 'Whom an invitation is for; it stays open',
        body: invitationRequest,
        response: { 200: invitationAnswer, 410: adminError },
      },
    },
    async (request) => {
      const { email, name } = await requireInvitation(services, request.body.token)
      return { email, name }
    },
  )
  app.post(
    '/admin/api/invitation/options',
    {
      config: forEverybody,
      schema: {
        summary: 'A challenge to register a passkey, as navigator.credentials.create takes it',
        body: invitationRequest,
        response: { 200: passkeyOptions, 410: adminError },
      },
    },
    async (request) => ({
      ...(await startStaffPasskey(services, await requireInvitation(services, request.body.token))),
    }),
  )
  app.post(
    '/admin/api/invitation/accept',
    {
      config: forEverybody,
      schema: {
        summary: 'Registers the passkey that the browser created, and signs in',
        body: acceptInvitationRequest,
        response: { 200: recoveryCodes, 403: adminError, 410: adminError },
      },
    },
    async (request, reply) => {
      const { token, passkeyName: name, response } = request.body
      const accepted = await acceptInvitation(services, {
        token,
        response,
        passkeyName: name.trim(),
        device: deviceOf(request),
        requestId: request.id,
      })
      if (!accepted.ok) throw new AdminRefusal(accepted.code === 'link_invalid' ? 410 : 403, accepted.code)
      return reply
        .header('set-cookie', staffCookie(accepted.token, adminUrl))
        .send({ recoveryCodes: accepted.recoveryCodes })
    },
  )
  app.post(
    '/admin/api/sign-in/options',
    {
      config: forEverybody,
      schema: {
        summary: 'A challenge to sign in or to step up, as navigator.credentials.get takes it',
        response: { 200: passkeyOptions },
      },
    },
    async () => ({ ...(await startStaffSignIn(services)) }),
  )
  app.post(
    '/admin/api/sign-in',
    {
      config: forEverybody,
      schema: {
        summary: 'Signs in with the answer of a passkey',
        body: passkeySignInRequest,
        response: { 204: z.null(), 403: adminError },
      },
    },
    async (request, reply) =>
      signedIn(
        reply,
        await signInWithPasskey(services, {
          response: request.body.response,
          device: deviceOf(request),
          requestId: request.id,
        }),
      ),
  )
  app.post(
    '/admin/api/sign-in/link',
    {
      config: forEverybody,
      schema: {
        summary: 'Mails a link to sign in without a passkey; the answer is the same for every address',
        body: signInLinkRequest,
        response: { 204: z.null() },
      },
    },
    async (request, reply) => {
      const { email } = request.body
      await requestSignInLink(services, { email, network: rateLimitKey(request) })
      return reply.code(204).send(null)
    },
  )
  app.post(
    '/admin/api/sign-in/by-link',
    {
      config: forEverybody,
      schema: {
        summary: 'Signs in with a mailed link and a code; ten wrong codes in a row lock the person out',
        body: signInByLinkRequest,
        response: { 204: z.null(), 403: adminError, 410: adminError },
      },
    },
    async (request, reply) => {
      const { token, code } = request.body
      const input = { token, code, device: deviceOf(request), requestId: request.id }
      return signedIn(reply, await signInByLink(services, input))
    },
  )
  app.post(
    '/admin/api/step-up',
    {
      config: forStaff,
      schema: {
        summary:
          'Proves with a passkey that it is still the same person; opens routes with a step-up for five minutes',
        body: passkeySignInRequest,
        response: { 204: z.null(), 401: adminError, 403: adminError },
      },
    },
    async (request, reply) => {
      const { actor } = request
      const staff = requireSession(request)
      return signedIn(
        reply,
        await stepUpWithPasskey(services, actor, { staff, response: request.body.response }),
      )
    },
  )
  app.post(
    '/admin/api/step-up/code',
    {
      config: forStaff,
      schema: {
        summary:
          'Steps up with a code of the authenticator app; ten wrong codes in a row lock the person out',
        body: appCodeRequest,
        response: { 204: z.null(), 401: adminError, 403: adminError },
      },
    },
    async (request, reply) => {
      const { actor, body } = request
      const staff = requireSession(request)
      return signedIn(reply, await stepUpWithApp(services, actor, { staff, typed: body.code }))
    },
  )
  app.post(
    '/admin/api/sign-out',
    {
      config: forStaff,
      schema: { summary: 'Ends the session of this request', response: { 204: z.null() } },
    },
    async (request, reply) => {
      const { id: staffId, sessionId } = requireSession(request)
      await endOwnSession(services, request.actor, { staffId, sessionId })
      return reply.code(204).header('set-cookie', staffCookie(null, adminUrl)).send(null)
    },
  )
}

async function requireInvitation(services: AdminServices, token: string) {
  const person = await readInvitation(services, token)
  if (person === null) throw new AdminRefusal(410, 'link_invalid')
  return person
}
