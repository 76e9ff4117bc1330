/**
 * The stores that the demo has texts and prices for. The demo is data of its own: a store that is added to the
 * shop opens without a demo catalogue until its texts are written here.
 */
import type { StoreCode } from '../domain/stores/stores.ts'

export const demoStores = ['sv', 'no', 'de', 'da'] as const satisfies readonly StoreCode[]

export type DemoStore = (typeof demoStores)[number]

/** Something of every store of the demo. */
export function eachDemoStore<T>(make: (store: DemoStore) => T): Record<DemoStore, T> {
  return Object.fromEntries(demoStores.map((store) => [store, make(store)])) as Record<DemoStore, T>
}
