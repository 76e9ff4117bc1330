import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { defineModule, defineResource, id, type ModuleDeclarations, type OutsideManifest } from './module.ts'

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
  expect(define({}, { reversals: { 'acme_stamps.redem': noReversal } })).toThrow(
    'undoes acme_stamps.redem, which is not among its auditActions',
  )
  expect(define({}, { resources: [list('stamps', 'order:read')] })).toThrow('does not begin with its name')
  expect(define({}, { resources: [list('acme-stamps', 'order:rea')] })).toThrow(
    'asks for the permission order:rea in the list acme-stamps',
  )
  expect(define({}, { resources: [list('acme-stamps', 'order:read')] })).not.toThrow()
})
