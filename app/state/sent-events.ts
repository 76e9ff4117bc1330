/** Sent events, de-duplicated per tab, across reloads. */

const sessionKey = 'anode-sent-events'
const sent = new Set<string>()

/** True on the first call for this key in the tab, false afterwards. */
export function isFirstTime(what: string): boolean {
  for (const kept of readKept()) sent.add(kept)
  if (sent.has(what)) return false
  sent.add(what)
  try {
    sessionStorage.setItem(sessionKey, JSON.stringify([...sent]))
  } catch {
    // Storage forbidden: remembered until the page is left.
  }
  return true
}

function readKept(): string[] {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(sessionKey) ?? '[]')
    return Array.isArray(kept) ? kept.filter((entry) => typeof entry === 'string') : []
  } catch {
    return []
  }
}
