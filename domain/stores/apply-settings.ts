/**
 * Puts the settings of a store in force in this process: everything that reads `stores` and `storePolicies` sees them
 * from then on. The only place that changes these two (decision 113).
 */
import { withSettings, type StoreInForce, type StoreSettings } from './store-settings.ts'
import { storeCodes, storePolicies, stores, type StoreCode } from './stores.ts'

/** As the files define them. */
const files = Object.fromEntries(
  storeCodes.map((code) => [code, { store: stores[code], policy: storePolicies[code] }]),
) as Record<StoreCode, StoreInForce>

/** The store as its file defines it. */
export function storeFile(code: StoreCode): StoreInForce {
  return files[code]
}

/** `settings`: all that is set; what is absent is as the file says. */
export function applySettings(code: StoreCode, settings: Partial<StoreSettings>): void {
  const isSet = Object.keys(settings).length > 0
  const { store, policy } = isSet ? withSettings(files[code], settings) : files[code]
  stores[code] = store
  storePolicies[code] = policy
}
