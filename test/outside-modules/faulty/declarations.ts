import type { ModuleDeclarations } from 'anode/module'

export const declarations = {
  name: 'faulty',
  subscribers: { faulty: { events: ['order.placed'] } },
} as const satisfies ModuleDeclarations
