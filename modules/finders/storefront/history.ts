/** The saved devices, in the `history` of `bex05`. */
import type { ModuleHistory } from '../../../app/state/module-history.ts'
import { isCount, textOf } from '../../../app/state/stored-values.ts'

/** A device the shopper saved; `label` is their own name for it. */
export interface SavedDevice {
  id: number
  slug: string
  name: string
  label?: string
}

declare module '../../../app/state/module-history.ts' {
  interface ModuleHistories {
    devices: SavedDevice[]
  }
}

export const history: ModuleHistory = {
  name: 'devices',
  isEntry: ({ id, slug, name }) => isCount(id) && textOf(slug) !== null && textOf(name) !== null,
}
