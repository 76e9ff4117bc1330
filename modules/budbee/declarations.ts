import type { ModuleDeclarations } from '../declarations.ts'

/** Budbee: boxes and home delivery in Sweden, Denmark and Finland. */
export const budbee = {
  name: 'budbee',
  carriers: { budbee: { mark: 'budbee', name: 'Budbee' } },
} as const satisfies ModuleDeclarations
