import type { ModuleDeclarations } from '../declarations.ts'

/** Brønnøysundregistrene: the register of Norwegian companies. */
export const brreg = {
  name: 'brreg',
  vatRegisters: { brreg: { countries: ['NO'], url: 'https://data.brreg.no' } },
} as const satisfies ModuleDeclarations
