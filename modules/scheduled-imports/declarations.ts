import type { ModuleDeclarations } from '../declarations.ts'

/** Files of products and stock that are fetched from an address and imported at fixed intervals. */
export const scheduledImports = {
  name: 'scheduled-imports',
  scheduledJobs: { 'scheduled-imports': { cron: '*/5 * * * *' } },
  subscribers: { 'scheduled-imports': { events: ['import.finished'] } },
  // To the person of the import.
  mails: { 'scheduled-import': { daily: 200 } },
  mailTemplates: { 'scheduled-import-mail': { storeOf: { table: 'scheduled_import', id: 'importId' } } },
  auditActions: [
    'scheduled_import.accept_host_key',
    'scheduled_import.add',
    'scheduled_import.change',
    'scheduled_import.remove',
    'scheduled_import.request',
  ],
  auditObjects: {
    scheduled_import: { section: 'section.products', page: '/scheduled-imports/:id' },
  },
  // Name and password at the host of a file.
  keyPurposes: ['scheduled-import-login'],
} as const satisfies ModuleDeclarations
