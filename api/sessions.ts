/**
 * The session of a request. API clients send a bearer token; for the storefront's browser the server reads
 * the cookie instead and renews the pair when it expires (AUTH-02, AUTH-03). A cookie is accepted only from
 * the shop's own pages.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { renewBelowMs, type Session } from '../domain/accounts/account.ts'
import { readSession, renewSession, type RenewServices } from '../domain/accounts/sessions.server.ts'
import { Fault } from './errors.ts'
import { readSessionCookie, sessionCookie } from './session-cookies.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Of routes of the storefront's API: the session without which the answer is 401, whatever is sent. */
    session?: 'account' | 'any'
  }
}

export interface OpenedSession {
  session: Session | null
  /** `Set-Cookie` values to send with the response. */
  cookies: string[]
}

type SessionRequest = Pick<FastifyRequest, 'headers' | 'method'>

export interface SessionReader {
  /** Read once for each request object. Throws a 403 Fault for cross-site use of the cookie. */
  open(request: SessionRequest): Promise<OpenedSession>
  /** The result of `open` for the request, null if it was not called. */
  opened(request: SessionRequest): Promise<OpenedSession> | null
}

export interface SessionReaderServices extends RenewServices {
  /** The shop's own origin. */
  publicUrl: string
}

export function createSessionReader(services: SessionReaderServices): SessionReader {
  const opened = new WeakMap<SessionRequest, Promise<OpenedSession>>()
  return {
    open(request) {
      let session = opened.get(request)
      if (session === undefined) opened.set(request, (session = openSession(services, request)))
      return session
    },
    opened: (request) => opened.get(request) ?? null,
  }
}

async function openSession(services: SessionReaderServices, request: SessionRequest): Promise<OpenedSession> {
  const { authorization, cookie } = request.headers
  if (authorization !== undefined) {
    const [, token] = /^Bearer +(\S+)$/i.exec(authorization) ?? []
    const found = token === undefined ? null : await readSession(services, token)
    return { session: found?.session ?? null, cookies: [] }
  }
  const carried = readSessionCookie(cookie, services.publicUrl)
  if (carried === null) return { session: null, cookies: [] }
  if (request.method !== 'GET' && request.method !== 'HEAD') refuseOtherSites(request, services.publicUrl)
  return openCookie(services, carried)
}

async function openCookie(
  services: SessionReaderServices,
  { strategy, pair }: NonNullable<ReturnType<typeof readSessionCookie>>,
): Promise<OpenedSession> {
  const known = await readSession(services, pair.access)
  const lives = known !== null && known.session.strategy === strategy
  if (lives && (known.spentAt !== null || known.expiresAt - services.clock() >= renewBelowMs))
    return { session: known.session, cookies: [] }
  const next = await renewSession(services, strategy, pair.refresh, { proven: lives })
  if (next === null) {
    // A parallel request of the same page renewed first; its response carries the new pair.
    if (lives) return { session: known.session, cookies: [] }
    return { session: null, cookies: [sessionCookie(strategy, null, services.publicUrl)] }
  }
  const renewed = await readSession(services, next.access)
  return {
    session: renewed?.session ?? null,
    cookies: [sessionCookie(strategy, next, services.publicUrl)],
  }
}

/**
 * A request that changes something by cookie must come from a page of the shop; SameSite=Lax is the other
 * half of this defence.
 */
export function refuseOtherSites(request: SessionRequest, publicUrl: string): void {
  const { origin, host, 'sec-fetch-site': site } = request.headers
  if (site !== undefined && site !== 'same-origin' && site !== 'none') throw new Fault('forbidden')
  if (origin === undefined || origin === publicUrl) return
  if (!URL.canParse(origin) || new URL(origin).host !== host) throw new Fault('forbidden')
}

/**
 * Answers 401 on routes with `config: { session }` where the request has no such session (ROLE-07), before the
 * body is read: a stranger learns nothing about its form. What the session may see is decided by the handler.
 */
export function requireSessions(app: FastifyInstance, sessions: SessionReader): void {
  // After the rate limit, which is a hook of each route for `onRequest`.
  app.addHook('preParsing', async (request) => {
    const { session: needed } = request.routeOptions.config
    if (needed === undefined) return
    const { session } = await sessions.open(request)
    if (session === null || (needed === 'account' && session.strategy !== 'account'))
      throw new Fault('unauthorized')
  })
}

/** Sends the cookies of sessions that were renewed during a request. */
export function sendRenewedCookies(app: FastifyInstance, sessions: SessionReader): void {
  app.addHook('onSend', async (request, reply) => {
    const opened = await sessions.opened(request)?.catch(() => null)
    const cookies = opened?.cookies ?? []
    if (cookies.length > 0 && reply.getHeader('set-cookie') === undefined) reply.header('set-cookie', cookies)
  })
}

/** The account behind a request, null for guests and for an order's login. */
export async function accountIdOf(sessions: SessionReader, request: SessionRequest): Promise<number | null> {
  const { session } = await sessions.open(request)
  return session?.strategy === 'account' ? session.accountId : null
}

/** The account's session; throws a 401 Fault if there is none (ROLE-07). */
export async function requireAccount(
  sessions: SessionReader,
  request: SessionRequest,
): Promise<Extract<Session, { strategy: 'account' }>> {
  const { session } = await sessions.open(request)
  if (session?.strategy !== 'account') throw new Fault('unauthorized')
  return session
}
