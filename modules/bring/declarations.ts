import type { ModuleDeclarations } from '../declarations.ts'

/** Bring: pickup points and parcels in Norway, Sweden, Denmark and Finland. */
export const bring = {
  name: 'bring',
  carriers: { bring: { mark: 'bring', name: 'Bring' } },
} as const satisfies ModuleDeclarations
