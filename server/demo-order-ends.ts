import type { DemoOrderEnd } from '../sdk/module.ts'
import { manifests } from './module-manifests.ts'

/** What buyers of the demo do with delivered orders, over all modules. */
export const demoOrderEnds: Readonly<Record<string, DemoOrderEnd>> = Object.assign(
  {},
  ...[...manifests.values()].map(({ demoOrderEnds: ends }) => ends),
) as Record<string, DemoOrderEnd>
