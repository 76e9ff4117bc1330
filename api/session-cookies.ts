/**
 * The session cookies of the storefront: the pair of tokens in one HttpOnly cookie
 * (docs/requirements/README.md, rulings: Tokens). One cookie per strategy; at most one of them is set. Also
 * the cookie that identifies a device that has logged in before.
 */
import type { Session } from '../domain/accounts/account.ts'
import { sessionLifeMs } from '../domain/accounts/account.ts'
import type { TokenPair } from '../domain/accounts/sessions.server.ts'
import { hostCookieName, readCookie, setCookie } from './set-cookie.ts'

type Strategy = Session['strategy']

const strategies = ['account', 'order'] as const

/** Names without the prefix they have over https. */
const baseNames = { account: 'anode_account', order: 'anode_order' } as const

/** Every name a session cookie can have, over http and https. */
export const sessionCookieNames: readonly string[] = strategies.flatMap((strategy) =>
  ['http:', 'https:'].map((origin) => hostCookieName(baseNames[strategy], origin)),
)

/** The pair a request carries; the account's if it carries both. */
export function readSessionCookie(
  header: string | undefined,
  publicUrl: string,
): { strategy: Strategy; pair: TokenPair } | null {
  for (const strategy of strategies) {
    const value = readCookie(header, hostCookieName(baseNames[strategy], publicUrl))
    const [, access, refresh] = /^([\w-]+)\.([\w-]+)$/.exec(value ?? '') ?? []
    if (access && refresh) return { strategy, pair: { access, refresh } }
  }
  return null
}

/** `Set-Cookie` that stores a pair for its lifetime, or deletes it (null). */
export function sessionCookie(strategy: Strategy, pair: TokenPair | null, publicUrl: string): string {
  const value = pair ? `${pair.access}.${pair.refresh}` : ''
  const maxAge = pair ? sessionLifeMs / 1000 : 0
  return setCookie(hostCookieName(baseNames[strategy], publicUrl), value, { maxAge, publicUrl })
}

/** `Set-Cookie` values that delete both. */
export function withoutSessionCookies(publicUrl: string): string[] {
  return strategies.map((strategy) => sessionCookie(strategy, null, publicUrl))
}

const deviceCookieName = 'anode_device'
/** Sent only to login routes. */
const devicePath = '/api/auth'
/** The longest lifetime browsers allow. */
const deviceDays = 400

/** The token of a device that has logged in before; null if the request carries none. */
export function readDeviceCookie(header: string | undefined): string | null {
  return readCookie(header, deviceCookieName)
}

/** `Set-Cookie` that identifies the device. */
export function deviceCookie(token: string, publicUrl: string): string {
  const maxAge = deviceDays * 24 * 60 * 60
  return setCookie(deviceCookieName, token, { maxAge, publicUrl, path: devicePath, sameSite: 'Strict' })
}
