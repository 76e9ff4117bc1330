/** The shopper's saved devices, stored only in the browser: at most twenty, newest first. */
import type { DeviceFits } from '../contract.ts'
import type { Store } from '../../../domain/stores/stores.ts'
import { callApi } from '../../../app/state/api-client.ts'
import { useShopState } from '../../../app/state/shop-state.ts'
import type { SavedDevice } from './history.ts'

export const mostDevices = 20
const longestLabel = 60

/** The devices with one added in front; one that is already there is unchanged. Null: the list is full. */
export function withDevice(items: readonly SavedDevice[], device: SavedDevice): SavedDevice[] | null {
  if (items.some(({ id }) => id === device.id)) return [...items]
  return items.length >= mostDevices ? null : [device, ...items]
}

/** The devices with one renamed; an empty name restores its own. */
export function withLabel(items: readonly SavedDevice[], id: number, label: string): SavedDevice[] {
  const text = label.trim().slice(0, longestLabel)
  return items.map((item) => {
    if (item.id !== id) return item
    const { label: _former, ...device } = item
    return text === '' || text === item.name ? device : { ...device, label: text }
  })
}

const change = (items: SavedDevice[]) =>
  useShopState.setState(({ history }) => ({ history: { ...history, devices: items } }))
const present = () => useShopState.getState().history.devices

/** False if the list is full. */
export function saveDevice(device: SavedDevice): boolean {
  const items = withDevice(present(), device)
  if (items !== null) change(items)
  return items !== null
}

export function renameDevice(id: number, label: string): void {
  change(withLabel(present(), id, label))
}

export function removeDevice(id: number): void {
  change(present().filter((item) => item.id !== id))
}

/** The shopper's name for the device, else its own. */
export function nameOf({ label, name }: SavedDevice): string {
  return label ?? name
}

/** The certain results for the saved devices and these products; empty if the request fails. */
export async function askDeviceFit(
  store: Store,
  devices: readonly SavedDevice[],
  skus: readonly string[],
): Promise<DeviceFits['answers']> {
  if (devices.length === 0 || skus.length === 0) return []
  const answer = await callApi<DeviceFits>(store, 'device-fit', {
    method: 'POST',
    body: { devices: devices.map(({ id }) => id), skus: skus.slice(0, 100) },
  })
  return answer.ok ? answer.data.answers : []
}
