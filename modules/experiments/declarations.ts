import type { ModuleDeclarations } from '../declarations.ts'

/** Experiments with visitors who allow statistics (EVENT-11). */
export const experiments = {
  name: 'experiments',
  auditActions: ['experiment.start', 'experiment.stop'],
  auditObjects: { experiment: { section: 'section.settings' } },
  commands: ['experiment'],
  browsingCalls: ['experiments'],
  // The visitor's group, where no tracking service gives an id.
  browserStorage: { __group: { kind: 'cookie', duration: 'consent', consent: 'analytics' } },
} as const satisfies ModuleDeclarations
