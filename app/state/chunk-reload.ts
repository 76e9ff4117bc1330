/**
 * A script chunk that cannot be loaded usually belongs to a replaced release: the page is reloaded, at most
 * once in 60 s, so that a permanently missing chunk causes no reload loop (ERROR-07). Offline, the page says so instead.
 */
import { lazy, type ComponentType } from 'react'
import { openPanel } from './panels.ts'
import { wantedPage } from './wanted-page.ts'

/** Minimum time between two reloads because of a missing chunk (ERROR-07). */
export const reloadPauseMs = 60_000

const sessionKey = 'anode-reloaded-at'

/** Whether the page may be reloaded now; records that it was. */
function mayReload(): boolean {
  try {
    const last = Number(sessionStorage.getItem(sessionKey))
    if (Date.now() - last < reloadPauseMs) return false
    sessionStorage.setItem(sessionKey, String(Date.now()))
    return true
  } catch {
    // Without storage it could reload for ever.
    return false
  }
}

/** Loads a script chunk; if that fails, the page is reloaded or, within the pause, it rejects. */
export async function loadChunk<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load()
  } catch (error) {
    if (!mayReload()) throw error
    location.reload()
    return new Promise(() => {})
  }
}

interface NavigateEvent extends Event {
  navigationType: string
  userInitiated: boolean
}

/**
 * Applies the same pause to the router, which reloads the page itself when a route's script fails to load.
 * Within the pause the requested page is loaded as a document instead, which can be read without a script.
 */
export function limitReloads(): void {
  const { navigation } = window as { navigation?: EventTarget }
  navigation?.addEventListener('navigate', (event) => {
    const { navigationType, userInitiated } = event as NavigateEvent
    if (navigationType !== 'reload' || userInitiated) return
    if (!navigator.onLine) {
      event.preventDefault()
      return openPanel('offline')
    }
    // Written a moment ago: this is the reload that was allowed.
    if (Date.now() - Number(sessionStorage.getItem(sessionKey)) < 100) return
    if (mayReload()) return
    event.preventDefault()
    const wanted = wantedPage()
    if (wanted !== null) location.assign(wanted)
  })
}

/** A component in a chunk of its own, loaded when it is first rendered. */
export function lazyChunk<Props>(load: () => Promise<{ default: ComponentType<Props> }>) {
  return lazy(() => loadChunk(load))
}
