/**
 * The visitor's id with the configured tracking service (API-27). Requested only with analytics consent, kept
 * in a cookie as long as that lasts, and deleted with it. Without a configured service: no id, no request.
 */
import { consentDays } from '../../domain/consent/consent.ts'
import { requestTimeoutMs } from './api-client.ts'
import { keepCookie } from './keep-cookie.ts'
import { useTracking } from './tracking-state.ts'

const cookieName = '__tracking'
const cookieSeconds = consentDays.granted * 24 * 60 * 60

function keptId(): string | null {
  return /(?:^|;\s*)__tracking=([\w.-]{1,100})(?:;|$)/.exec(document.cookie)?.[1] ?? null
}

const writeCookie = (id: string, seconds: number) => keepCookie(cookieName, id, seconds)

/** The visitor's id, requested if none is stored; null if there is no service or the request fails. */
export async function identifyVisitor(): Promise<string | null> {
  const { tracking: address, website } = document.documentElement.dataset
  if (address === undefined || website === undefined) return null
  const userID = keptId() ?? (await askForId(address, website))
  if (userID === null) return null
  writeCookie(userID, cookieSeconds)
  useTracking.setState({ userID })
  return userID
}

/** Deletes the id: consent was refused or withdrawn. */
export function forgetVisitor(): void {
  if (keptId() !== null) writeCookie('', 0)
  useTracking.setState({ userID: null })
}

async function askForId(address: string, website: string): Promise<string | null> {
  try {
    const response = await fetch(address, {
      method: 'POST',
      credentials: 'omit',
      headers: { 'content-type': 'application/json' },
      // The name is the service's own spelling.
      body: JSON.stringify({ websiteUUid: website }),
      signal: AbortSignal.timeout(requestTimeoutMs),
    })
    const { id } = (await response.json()) as { id?: unknown }
    const text = typeof id === 'string' || typeof id === 'number' ? String(id) : ''
    return response.ok && /^[\w.-]{1,100}$/.test(text) ? text : null
  } catch {
    return null
  }
}
