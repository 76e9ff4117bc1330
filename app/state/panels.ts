/**
 * Which side panel besides the cart is open: at most one (LAYOUT-06). Browser only; on the server none is.
 */
import { useSyncExternalStore } from 'react'
import { useShopState } from './shop-state.ts'

/** `offline` takes the place of the page until another panel or page is opened. */
export type Panel = 'login' | 'menu' | 'consent' | 'offline'

let open: Panel | null = null
const listeners = new Set<() => void>()

function show(panel: Panel | null) {
  open = panel
  for (const listener of listeners) listener()
}

/** Opens the panel; the mini cart closes. */
export function openPanel(panel: Panel): void {
  useShopState.setState(({ cart }) => ({ cart: { ...cart, open: false, openUpselling: null } }))
  show(panel)
}

export const closePanel = () => show(null)

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

/** The open panel, null when none is. */
export function useOpenPanel(): Panel | null {
  return useSyncExternalStore(
    subscribe,
    () => open,
    () => null,
  )
}
