import { afterAll, beforeAll, expect, it } from 'vitest'
import { testDatabase, type TestDatabase } from '../../test/database.ts'
import { choiceInput, findRow, flagInput, integerInput, optionalText } from '../resources/resource.server.ts'
import { moduleSettingsReversal } from './module-settings-reversals.server.ts'
import { defineSettings } from './module-settings.server.ts'

let test: TestDatabase

beforeAll(async () => {
  test = await testDatabase()
})
afterAll(() => test.drop())

const actor = { kind: 'staff', id: '1', onBehalfOf: null, requestId: null } as const
const now = Date.UTC(2026, 10, 29)
const settings = defineSettings({
  module: 'samples',
  section: { after: '/settings', icon: 'gear', keys: 'g z' },
  inputs: { isOn: flagInput(), most: integerInput({ least: 1, most: 9 }), lead: optionalText(40) },
  initial: { isOn: true, most: 3, lead: null },
})

const change = async (values: object) => {
  const row = (await findRow(test.db, settings.resource, 'samples.sv'))!
  await settings.resource.form!.change!(
    { db: test.db, clock: () => now, publicUrl: '', keys: null as never },
    actor,
    { row, values },
  )
}

it('settings of a module hold as declared until staff set them, and are set back by an undo', async () => {
  const initial = { isOn: true, most: 3, lead: null }
  expect(await settings.read(test.db, 'sv')).toEqual(initial)
  expect(await findRow(test.db, settings.resource, 'samples.sv')).toEqual({
    key: 'samples.sv',
    store: 'sv',
    ...initial,
  })
  await change({ isOn: false, most: 5, lead: null })
  await change({ isOn: false, most: 5, lead: 'Prov' })
  expect(await settings.read(test.db, 'sv')).toEqual({ isOn: false, most: 5, lead: 'Prov' })
  expect(await settings.read(test.db, 'no')).toEqual(initial)
  const entries = await test.db
    .selectFrom('audit_entry')
    .select(['id', 'action', 'store', 'object_id as objectId', 'before', 'after'])
    .where('object_kind', '=', 'module_settings')
    .orderBy('id')
    .execute()
  expect(entries.map(({ before, after }) => ({ before, after }))).toEqual([
    { before: { isOn: true, most: 3 }, after: { isOn: false, most: 5 } },
    { before: { lead: null }, after: { lead: 'Prov' } },
  ])
  const undone = await moduleSettingsReversal.reverse(test.db, actor, entries[0] as never, { now } as never)
  expect(undone).toBe(true)
  expect(await settings.read(test.db, 'sv')).toEqual({ isOn: true, most: 3, lead: 'Prov' })
  const unknown = { ...entries[0], objectId: 'samples.xx' } as never
  expect(await moduleSettingsReversal.reverse(test.db, actor, unknown, { now } as never)).toBe(
    'unknown_module_settings',
  )
})

it('what another version of a module has stored holds where it is still of the form, else what is declared', async () => {
  const declared = defineSettings({
    module: 'upgraded',
    section: { after: '/settings', icon: 'gear', keys: 'g z' },
    inputs: {
      isOn: flagInput(),
      most: integerInput({ least: 1, most: 5_000_000_000 }),
      way: choiceInput(['mail', 'shop']),
      lead: optionalText(40),
    },
    initial: { isOn: true, most: 3, way: 'mail', lead: 'Hej' },
  })
  const stores = [
    ['sv', { isOn: 'yes', most: 'many', way: 'pigeon', lead: 7, gone: 1 }],
    ['no', { isOn: null, most: 1.5, way: null, lead: null }],
    ['de', { isOn: false, most: 4_000_000_000, way: 'shop', lead: 'Hallo' }],
    ['da', { most: 1e30 }],
  ] as const
  for (const [store, value] of stores)
    await test.db
      .insertInto('module_setting')
      .values({ module: 'upgraded', store, value: JSON.stringify(value), changed_at: new Date(now) })
      .execute()
  const initial = { isOn: true, most: 3, way: 'mail', lead: 'Hej' }
  const held = {
    sv: initial,
    no: { ...initial, lead: null },
    de: { isOn: false, most: 4_000_000_000, way: 'shop', lead: 'Hallo' },
    da: initial,
  }
  for (const [store, values] of Object.entries(held) as [keyof typeof held, object][]) {
    expect([store, await declared.read(test.db, store)]).toEqual([store, values])
    const key = `upgraded.${store}`
    expect(await findRow(test.db, declared.resource, key)).toEqual({ key, store, ...values })
  }
})
