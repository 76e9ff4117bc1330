import type { ModuleDeclarations } from '../declarations.ts'

/** How fast pages are for visitors who allow statistics. */
export const webVitals = {
  name: 'web-vitals',
  commands: ['vitals'],
} as const satisfies ModuleDeclarations
