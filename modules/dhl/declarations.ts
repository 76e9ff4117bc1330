import type { ModuleDeclarations } from '../declarations.ts'

/** DHL: Paketshops and Packstationen, and parcels from Germany. */
export const dhl = {
  name: 'dhl',
  carriers: { dhl: { mark: 'DHL', name: 'DHL' } },
} as const satisfies ModuleDeclarations
