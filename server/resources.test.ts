import { readFileSync, globSync } from 'node:fs'
import { expect, it } from 'vitest'
import { auditObjectKinds } from '../domain/audit/audit-actions.ts'
import { permissions } from '../domain/permissions/permissions.ts'
import { modules } from '../modules/modules.ts'
import { refuseLostLists, resources } from './resources.ts'
import { describeResource, resourceTerms } from '../api/admin/resource-contract.ts'
import { paths } from '../admin/paths.ts'

const languages = ['en', 'sv', 'no', 'da', 'de']

const textsIn = (language: string) =>
  Object.assign(
    {},
    ...[`locales/${language}/admin.json`, ...globSync(`modules/*/texts/${language}.staff.json`)].map(
      (path) => JSON.parse(readFileSync(path, 'utf8')) as object,
    ),
  ) as Record<string, string>

/** Of what is declared once for all stores, one text. */
const labelOf = ({ name, inStore }: { name: string; inStore: { label: string } | null }) =>
  inStore?.label ?? name

/** Every text that the screens of a resource show. */
function keysOf(resource: (typeof resources)[number]): string[] {
  const { name, fields, filters, actions, bulk, form, isSearched, hasIntro } = describeResource(resource)
  const inputs = [...actions.flatMap((action) => action.inputs), ...(form?.inputs ?? [])].filter(
    ({ kind }) => kind !== 'store',
  )
  const hasWords = (kind: string) => kind !== 'codes' && kind !== 'stores'
  const own = [
    'title',
    ...(hasIntro ? ['intro'] : []),
    ...(isSearched ? ['search'] : []),
    ...(form?.creates ? ['new'] : []),
    ...fields
      .filter(({ shown, kind }) => shown !== 'never' && kind !== 'store' && kind !== 'stores')
      .flatMap((field) => [
        labelOf(field),
        ...(field.words === null ? Object.keys(field.options).map((code) => `${field.name}_${code}`) : []),
      ]),
    ...filters
      .filter(({ field, kind }) => field === null && kind !== 'fields' && kind !== 'stores')
      .map((filter) => `filter_${filter.name}`),
    ...inputs.flatMap((input) => [
      labelOf(input),
      ...(hasWords(input.kind) ? input.options.map((code) => `${input.name}_${code}`) : []),
    ]),
    ...bulk.flatMap((action) => [`do_${action.name}`, `done_${action.name}`]),
    ...actions.flatMap((action) => [
      `do_${action.name}`,
      `done_${action.name}`,
      ...(action.isConfirmed ? [`ask_${action.name}`] : []),
    ]),
  ]
  return [
    `section.${name}`,
    ...own.map((key) => `${name}.${key}`),
    ...fields.flatMap(({ words, options }) =>
      words === null ? [] : Object.keys(options).map((code) => `${words}${code}`),
    ),
    ...Object.keys(resource.todo).map((task) => `todo.${task}`),
  ]
}

it.each(languages)('every list that is declared once has its texts in %s', (language) => {
  const texts = textsIn(language)
  expect(resources.flatMap(keysOf).filter((key) => texts[key] === undefined)).toEqual([])
})

it('the tasks of declared lists are queries of their lists', () => {
  for (const resource of resources)
    for (const { query } of Object.values(resource.todo)) {
      const parameters = Object.fromEntries(new URLSearchParams(query('2026-11-28')))
      expect(resourceTerms(resource).query.safeParse(parameters).success, resource.name).toBe(true)
    }
})

it('keys and tasks of declared lists are their own', () => {
  for (const names of [
    resources.flatMap(({ section }) => (section === null ? [] : [section.keys])),
    resources.flatMap(({ todo }) => Object.keys(todo)),
  ])
    expect(new Set(names).size).toBe(names.length)
})

const ofModules = modules.flatMap(({ auditObjects = {} }: { auditObjects?: object }) =>
  Object.keys(auditObjects),
)

it('names of declared lists are their own, and what they name exists', () => {
  const names = resources.map(({ name }) => name)
  expect(new Set(names).size).toBe(names.length)
  // A page of the back office with a path of its own would hide the list.
  const kernelObjects = auditObjectKinds.filter((kind) => !ofModules.includes(kind))
  const taken = Object.values(paths).filter((path) => typeof path === 'string')
  expect(names.filter((name) => taken.includes(`/${name}` as never))).toEqual([])
  for (const resource of resources) {
    expect(permissions).toContain(resource.permission)
    // A stored list has objects of its own: those of the shop are undone by other rules.
    if (resource.isStored) expect(kernelObjects).not.toContain(resource.auditObject)
    else expect([null, ...auditObjectKinds]).toContain(resource.auditObject)
    expect(Object.keys(resource.fields)).toContain(resource.title)
  }
})

it('refuses a list with a place in the sidebar or an icon that there is not', () => {
  const placed =
    (after: string, icon = 'tag') =>
    () =>
      refuseLostLists([...resources, { name: 'acme-stamps', section: { after, icon, keys: 'g z' } }])
  expect(placed('/messages')).not.toThrow()
  expect(placed('/order')).toThrow('The list acme-stamps is after /order, which is no section')
  expect(placed('orders')).toThrow('The list acme-stamps is after orders, and paths begin with /')
  expect(placed('/orders', 'stamp')).toThrow('The list acme-stamps has the icon stamp')
})
