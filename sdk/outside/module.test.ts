import { sql } from 'kysely'
import { expect, it } from 'vitest'
import {
  defineModule,
  defineResource,
  defineStoredList,
  id,
  textInput,
  type ModuleDeclarations,
  type OutsideManifest,
} from './module.ts'

const list = (name: string, permission: string) =>
  defineResource({
    name,
    section: { after: '/orders', icon: 'tag', keys: 'g z' },
    permission,
    auditObject: 'order',
    source: sql`orders o`,
    key: 'id',
    defaultSort: 'id',
    isPersonal: false,
    fields: { id: id(sql`o.id`, { sort: true }) },
  })
const define = (declared: Partial<ModuleDeclarations>, manifest: OutsideManifest<ModuleDeclarations>) => () =>
  defineModule({ name: 'acme-stamps', ...declared }, manifest as never)

it('names what a module declares and does not have, and what it has and does not declare', () => {
  const noReversal = { permission: 'order:read', reverse: async () => true as const }
  expect(define({ commands: ['acme-stamps'] }, {})).toThrow(
    'The module acme-stamps declares acme-stamps, which is not among the commands of its manifest.',
  )
  expect(define({ scheduledJobs: { 'acme-stamps-night': { cron: '0 2 * * *' } } }, { jobs: {} })).toThrow(
    'acme-stamps-night, which is not among the jobs',
  )
  expect(define({ events: ['acme-stamps.given'] }, {})).toThrow('not among the events')
  expect(define({ subscribers: { 'acme-stamps': { events: [] } } }, {})).toThrow('not among the subscribers')
  expect(define({ mailTransport: {} }, {})).toThrow(
    'has mailTransport in its declarations or in its manifest',
  )
  expect(define({}, { pictureStore: () => ({}) as never })).toThrow('has pictureStore in its declarations')
  expect(define({}, { reversals: { 'acme_stamps.redem': noReversal } })).toThrow(
    'undoes acme_stamps.redem, which is not among its auditActions',
  )
  expect(define({}, { resources: [list('stamps', 'order:read')] })).toThrow('does not begin with its name')
  expect(define({}, { resources: [list('acme-stamps', 'order:rea')] })).toThrow(
    'asks for the permission order:rea in the list acme-stamps',
  )
  const section = { permission: 'order:rea', after: '/orders', icon: 'tag', keys: 'g z' }
  expect(define({ staffSections: { 'acme-stamps': section } }, {})).toThrow(
    'asks for the permission order:rea in the section acme-stamps',
  )
  expect(define({}, { resources: [list('acme-stamps', 'order:read')] })).not.toThrow()
})

it('refuses lists that store rows under objects which are not declared, or those of another list', () => {
  const stored = (name: string) =>
    defineStoredList({
      name,
      section: { after: '/orders', icon: 'tag', keys: 'g z' },
      permission: 'order:read',
      editPermission: 'order:read',
      auditObject: 'acme_stamps',
      title: 'words',
      defaultSort: 'words',
      values: { words: { input: textInput(20), sort: true } },
    })
  const auditActions = ['acme_stamps.add', 'acme_stamps.change', 'acme_stamps.remove']
  const auditObjects = { acme_stamps: { section: 'section.orders' } }
  const resources = [stored('acme-stamps')]
  expect(define({ auditActions, auditObjects }, { resources })).not.toThrow()
  expect(define({ auditObjects }, { resources })).toThrow('records acme_stamps.add')
  expect(define({ auditActions }, { resources })).toThrow(
    'of acme_stamps, which is not among its auditObjects',
  )
  expect(
    define({ auditActions, auditObjects }, { resources: [...resources, stored('acme-stamps-more')] }),
  ).toThrow('has two lists of acme_stamps: acme-stamps and acme-stamps-more')
})
