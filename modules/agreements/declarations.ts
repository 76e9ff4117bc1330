import type { ModuleDeclarations } from '../declarations.ts'

/** Prices agreed with a company or a customer. */
export const agreements = {
  name: 'agreements',
  auditActions: ['agreement.create', 'agreement.remove', 'agreement.round'],
  auditObjects: { agreement: { section: 'section.prices' } },
  commands: ['agreement'],
} as const satisfies ModuleDeclarations
