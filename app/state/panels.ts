/**
 * Which side panel besides the cart is open: at most one (LAYOUT-06). Browser only; on the server none is.
 */
import { useSyncExternalStore } from 'react'
import { useShopState } from './shop-state.ts'

/** `offline` takes the place of the page until another panel or page is opened. */
export type Panel = 'login' | 'menu' | 'consent' | 'offline'

let open: Panel | null = null
let destination: string | null = null
const listeners = new Set<() => void>()

function show(panel: Panel | null) {
  open = panel
  for (const listener of listeners) listener()
}

/** Opens the panel; the mini cart closes. `wanted`: the page that asked for the login, which opens after it. */
export function openPanel(panel: Panel, wanted: string | null = null): void {
  destination = wanted
  useShopState.setState(({ cart }) => ({ cart: { ...cart, open: false, openUpselling: null } }))
  show(panel)
}

export const closePanel = () => show(null)

/** The page that opens after the login in the open panel; null: the one that is shown. */
export const loginDestination = () => destination

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
