import type { ModuleDeclarations } from 'anode/module'

export const declarations = { name: 'mix-offer' } as const satisfies ModuleDeclarations
