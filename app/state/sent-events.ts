/**
 * Sent events, de-duplicated per tab, across reloads where visits may be measured; otherwise nothing is stored.
 */
import { mayMeasureNow } from './consent.ts'

const sessionKey = 'anode-sent-events'
const sent = new Set<string>()

/** True on the first call for this key in the tab, false afterwards. */
export function isFirstTime(what: string): boolean {
  for (const kept of readKept()) sent.add(kept)
  if (sent.has(what)) return false
  sent.add(what)
  try {
    if (mayMeasureNow()) sessionStorage.setItem(sessionKey, JSON.stringify([...sent]))
  } catch {
    // Storage forbidden: remembered until the page is left.
  }
  return true
}

/** What was sent in this tab. */
export function sentEvents(): string[] {
  return [...new Set([...readKept(), ...sent])]
}

function readKept(): string[] {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(sessionKey) ?? '[]')
    return Array.isArray(kept) ? kept.filter((entry) => typeof entry === 'string') : []
  } catch {
    return []
  }
}
