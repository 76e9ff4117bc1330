import type { ModuleDeclarations } from '../declarations.ts'

/** PostNord: service points and parcels in Sweden, Norway, Denmark and Finland. */
export const postnord = {
  name: 'postnord',
  carriers: { postnord: { mark: 'postnord', name: 'PostNord' } },
} as const satisfies ModuleDeclarations
