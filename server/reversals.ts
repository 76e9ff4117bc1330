/** How changes that the audit describes are undone: those of the kernel, then those of modules. */
import type { Reversals } from '../domain/undo/reversal.ts'
import { kernelReversals } from '../domain/undo/undo-change.server.ts'
import { manifests } from './module-manifests.ts'

export const reversals: Reversals = Object.assign(
  { ...kernelReversals },
  ...[...manifests.values()].map(({ reversals: ofModule }) => ofModule),
) as Reversals
