/**
 * A piece of script that cannot be loaded is mostly one of a release that is gone: the page is loaded anew, at
 * most once in 60 s, so that a piece that stays away never makes the page flicker (ERROR-07).
 */

/** ERROR-07. */
export const reloadPauseMs = 60_000

const sessionKey = 'anode-reloaded-at'

/** Whether the page may be loaded anew now; remembers that it was. */
function mayReload(): boolean {
  try {
    const last = Number(sessionStorage.getItem(sessionKey))
    if (Date.now() - last < reloadPauseMs) return false
    sessionStorage.setItem(sessionKey, String(Date.now()))
    return true
  } catch {
    // Without a memory it could go on for ever.
    return false
  }
}

/** Loads a piece of script; when it does not come, the page is loaded anew or, within the pause, it rejects. */
export async function loadChunk<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load()
  } catch (error) {
    if (!mayReload()) throw error
    location.reload()
    return new Promise(() => {})
  }
}

/** Path of the page the shopper last asked for. */
let wanted: string | null = null

/** To be told before the router goes to a page. */
export function noteWantedPage(path: string): void {
  wanted = path
}

interface NavigateEvent extends Event {
  navigationType: string
  userInitiated: boolean
}

/**
 * Holds the router to the same pause: when a route's script does not come it loads the page anew by itself.
 * Within the pause the wanted page is loaded as a document instead, which needs no script to be read.
 */
export function limitReloads(): void {
  const { navigation } = window as { navigation?: EventTarget }
  navigation?.addEventListener('navigate', (event) => {
    const { navigationType, userInitiated } = event as NavigateEvent
    if (navigationType !== 'reload' || userInitiated) return
    // Written a moment ago: this is the reload that was allowed.
    if (Date.now() - Number(sessionStorage.getItem(sessionKey)) < 100) return
    if (mayReload()) return
    event.preventDefault()
    if (wanted !== null) location.assign(wanted)
  })
}
