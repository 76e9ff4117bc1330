// Written by `npm run build` from anode.config.ts: what the modules from outside have.
import type { CarrierDescription } from './account-description.ts'
export const outsideCarriers: Readonly<Record<string, CarrierDescription>> = {}
