/** OAuth 2.0 client credentials of the simulated Walley. Tokens end by the simulator's clock. */
import { randomBytes } from 'node:crypto'
import type { VirtualClock } from '../simulator/virtual-clock.ts'
import { simulatedMerchants, type SimulatedMerchant } from './merchants.ts'
import type { Answer } from '../simulator/answer.ts'

/** The fixed scopes of the test and the production environment. */
const scopes = new Set([
  '705798e0-8cef-427c-ae00-6023deba29af/.default',
  'a3f3019f-2be9-41cc-a254-7bb347238e89/.default',
])

const lifetimeSeconds = 3599

export interface AccessTokens {
  /** `body`: an urlencoded form. */
  issue(body: unknown): Answer
  /** The merchant whose token the Authorization header has; undefined: none, unknown or expired. */
  merchantOf(authorization: string | undefined): SimulatedMerchant | undefined
  clear(): void
}

export function createAccessTokens(clock: VirtualClock): AccessTokens {
  const tokens = new Map<string, { merchant: SimulatedMerchant; endsAt: number }>()
  const refused = (status: number, error: string): Answer => ({ status, body: { error } })

  return {
    issue(body) {
      const form = new URLSearchParams(typeof body === 'string' ? body : '')
      if (form.get('grant_type') !== 'client_credentials') return refused(400, 'unsupported_grant_type')
      if (!scopes.has(form.get('scope') ?? '')) return refused(400, 'invalid_scope')
      const merchant = simulatedMerchants.find(
        ({ clientId, clientSecret }) =>
          clientId === form.get('client_id') && clientSecret === form.get('client_secret'),
      )
      if (!merchant) return refused(401, 'invalid_client')
      const token = randomBytes(24).toString('base64url')
      tokens.set(token, { merchant, endsAt: clock.now() + lifetimeSeconds * 1000 })
      return {
        status: 200,
        body: { token_type: 'Bearer', expires_in: lifetimeSeconds, access_token: token },
      }
    },

    merchantOf(authorization) {
      const [, token = ''] = /^Bearer (\S+)$/.exec(authorization ?? '') ?? []
      const known = tokens.get(token)
      return known && clock.now() < known.endsAt ? known.merchant : undefined
    },

    clear: () => tokens.clear(),
  }
}
