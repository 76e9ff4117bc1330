/** The manifests of all modules. */
import { module as reviews } from '../modules/reviews/module.server.ts'
import type { ModuleManifest } from '../sdk/module.ts'

/** By name of the module. */
export const manifests: ReadonlyMap<string, ModuleManifest> = new Map([['reviews', reviews]])
