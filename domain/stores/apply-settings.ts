/**
 * Puts the settings of a store in force in this process: everything that reads `stores` and `storePolicies` sees them
 * from then on. The only place that changes these two (decision 113).
 */
import type { ShippingMethod } from './store.ts'
import { withSettings, type StoreInForce, type StoreSettings } from './store-settings.ts'
import { storeCodes, storePolicies, stores, type StoreCode } from './stores.ts'

const readFiles = () =>
  Object.fromEntries(
    storeCodes.map((code) => [code, { store: stores[code], policy: storePolicies[code] }]),
  ) as Record<StoreCode, StoreInForce>

/** As the files define them. Marked as pure, so that a script of the browser that needs nothing of it has no policy. */
const written = /* @__PURE__ */ readFiles()
const files = /* @__PURE__ */ readFiles()

/** The store as its file defines it, with the shipping methods that modules add. */
export function storeFile(code: StoreCode): StoreInForce {
  return files[code]
}

/**
 * Adds shipping methods to what the store's file defines, after its own and in place of those that were added before;
 * with no settings in force.
 */
export function addShippingMethods(code: StoreCode, methods: readonly ShippingMethod[]): void {
  const { store, policy } = written[code]
  files[code] = { store, policy: { ...policy, shippingMethods: [...policy.shippingMethods, ...methods] } }
  applySettings(code, {})
}

/** `settings`: all that is set; what is absent is as the file says. */
export function applySettings(code: StoreCode, settings: Partial<StoreSettings>): void {
  const isSet = Object.keys(settings).length > 0
  const { store, policy } = isSet ? withSettings(files[code], settings) : files[code]
  stores[code] = store
  storePolicies[code] = policy
}
