/**
 * The stores that the demo has texts and prices for. A store that is added to the shop opens without a demo catalogue
 * until its texts and prices are added to the files in `demo/data`, and its code here.
 */
import type { StoreCode } from '../domain/stores/stores.ts'

export const demoStores = ['sv', 'no', 'de', 'da'] as const satisfies readonly StoreCode[]

export type DemoStore = (typeof demoStores)[number]
