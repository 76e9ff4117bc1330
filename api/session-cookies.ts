/**
 * The storefront's session as the browser carries it: the pair of tokens in one cookie that no script can read
 * (docs/requirements.md, rulings: Tokens). One cookie per strategy; at most one of them is set.
 */
import type { Session } from '../domain/accounts/account.ts'
import { sessionLifeMs } from '../domain/accounts/account.ts'
import type { TokenPair } from '../domain/accounts/sessions.server.ts'

type Strategy = Session['strategy']

export const sessionCookies = { account: 'anode_account', order: 'anode_order' } as const

/** The pair a request carries; the account's where it carries both. */
export function readSessionCookie(
  header: string | undefined,
): { strategy: Strategy; pair: TokenPair } | null {
  for (const strategy of ['account', 'order'] as const) {
    const value = new RegExp(`(?:^|;\\s*)${sessionCookies[strategy]}=([\\w-]+)\\.([\\w-]+)`).exec(
      header ?? '',
    )
    if (value?.[1] && value[2]) return { strategy, pair: { access: value[1], refresh: value[2] } }
  }
  return null
}

/** `Set-Cookie` that keeps a pair as long as it lives, or takes it away (null). */
export function sessionCookie(strategy: Strategy, pair: TokenPair | null, publicUrl: string): string {
  const secure = publicUrl.startsWith('https:') ? '; Secure' : ''
  const value = pair ? `${pair.access}.${pair.refresh}` : ''
  const seconds = pair ? sessionLifeMs / 1000 : 0
  return `${sessionCookies[strategy]}=${value}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Lax${secure}`
}
