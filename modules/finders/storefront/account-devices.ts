/**
 * Keeps the saved devices of a logged-in customer on the account. Failures leave the browser's own as they are: the next
 * login or change catches up.
 */
import type { Store } from '../../../domain/stores/stores.ts'
import { callApi } from '../../../app/state/api-client.ts'
import { useShopState } from '../../../app/state/shop-state.ts'
import type { SavedDevicesAnswer } from '../contract.ts'
import type { SavedDevice } from './history.ts'

/** Adds the devices saved in this browser to those of the account, and takes over the others. */
export async function joinDevices(store: Store): Promise<void> {
  const answer = await sendDevices(store, 'POST', useShopState.getState().history.devices)
  if (!answer.ok) return
  const devices = answer.data.map(({ id, slug, name, label }) => ({
    id,
    slug,
    name,
    ...(label !== null && { label }),
  }))
  useShopState.setState(({ history }) => ({ history: { ...history, devices } }))
}

const sendDevices = (store: Store, method: 'POST' | 'PUT', devices: readonly SavedDevice[]) =>
  callApi<SavedDevicesAnswer>(store, 'auth/devices', {
    method,
    body: { devices: devices.map(({ id, label }) => ({ id, label: label ?? null })) },
  })

let watched: Store | null = null

/** Sends later changes to the account. */
export function watchDevices(store: Store): void {
  const isNew = watched === null
  watched = store
  if (!isNew) return
  useShopState.subscribe((state, before) => {
    const isCustomer = state.auth.user !== null && state.auth.strategy === 'account'
    if (!isCustomer || before.auth.user === null || watched === null) return
    if (state.history.devices !== before.history.devices)
      void sendDevices(watched, 'PUT', state.history.devices)
  })
}
