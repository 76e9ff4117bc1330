import type { ModuleDeclarations } from '../declarations.ts'

/** Instabee: the lockers of Instabox, and its reports of deliveries, which are of Budbee too. */
export const instabee = {
  name: 'instabee',
  carriers: { instabee: { mark: 'instabox', name: 'Instabox', company: 'Instabee' } },
} as const satisfies ModuleDeclarations
