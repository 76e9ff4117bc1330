// Written by `npm run build` from anode.config.ts: what the modules from outside have.
import type { ModuleManifest } from '../sdk/module.ts'
export const outsideManifests: ReadonlyMap<string, ModuleManifest> = new Map([])
