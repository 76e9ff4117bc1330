/** How changes that the audit describes are undone: those of the kernel, of its lists, then those of modules. */
import { catalogueReversals } from '../catalogue-import/undo-catalogue.server.ts'
import { storedListReversals } from '../domain/stored-lists/stored-list.server.ts'
import type { Reversals } from '../domain/undo/reversal.ts'
import { kernelReversals } from '../domain/undo/undo-change.server.ts'
import { manifests } from './module-manifests.ts'
import { resources } from './resources.ts'

export const reversals: Reversals = Object.assign(
  { ...kernelReversals, ...catalogueReversals },
  storedListReversals(resources),
  ...[...manifests.values()].map(({ reversals: ofModule }) => ofModule),
) as Reversals
