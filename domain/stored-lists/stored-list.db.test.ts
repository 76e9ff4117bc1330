import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { resourceCommand } from '../../sdk/resource-command.ts'
import { adminApp, callAdmin, signedInStaff, type TestStaff } from '../../test/admin/admin-shop.ts'
import { testServices } from '../../test/composition.ts'
import { testActor } from '../../test/test-actor.ts'
import { orderShop, type OrderShop } from '../../test/order-shop.ts'
import {
  action,
  amountInput,
  choiceInput,
  flagInput,
  integerInput,
  optionalDay,
  optionalText,
  productsInput,
  storeInput,
  textInput,
  textsInput,
} from '../resources/resource.server.ts'
import { defineStoredList, storedListReversals, type StoredListDeclaration } from './stored-list.server.ts'

const supplierList = defineStoredList({
  name: 'suppliers',
  section: { after: '/stock', icon: 'truck', keys: 'g 9' },
  permission: 'stock:read',
  editPermission: 'stock:edit',
  auditObject: 'supplier',
  title: 'name',
  defaultSort: 'name',
  values: {
    name: { input: textInput(120), sort: true, isSearched: true },
    address: { input: optionalText(300, { rows: 3 }), isSearched: true, shown: 'page' },
    leadDays: { input: integerInput({ least: 0, most: 365 }), sort: true },
    products: { input: productsInput() },
    terms: {
      input: choiceInput(['prepaid', 'credit']),
      filter: true,
      tones: { prepaid: 'warning' },
    },
    isActive: { input: flagInput({ initial: true }), filter: 'active' },
  },
  todo: { suppliers_prepaid: { query: () => 'filter.terms=prepaid' } },
})

/** Rows of a store. */
const noteList = defineStoredList({
  name: 'store-notes',
  section: { after: '/stock', icon: 'info', keys: 'g 8' },
  permission: 'stock:read',
  editPermission: 'stock:edit',
  auditObject: 'store_note',
  title: 'words',
  defaultSort: '-id',
  values: {
    words: { input: textInput(200) },
    tags: { input: textsInput(20), isSearched: true },
    budget: { input: amountInput(), sort: true },
    due: { input: optionalDay(), filter: true },
    store: { input: storeInput(), filter: true },
  },
})

let shop: OrderShop
let app: FastifyInstance
let owner: TestStaff
let sku: string

beforeAll(async () => {
  shop = await orderShop()
  app = await adminApp(testServices({ db: shop.db }), {
    jobs: { enqueue: async () => {} },
    catalogue: shop.catalogue,
    lists: [supplierList, noteList],
  })
  owner = await signedInStaff(shop.db, { role: 'owner' })
  const product = await shop.addProduct()
  sku = (
    await shop.db.selectFrom('product').select('sku').where('id', '=', product).executeTakeFirstOrThrow()
  ).sku
})
afterAll(async () => {
  await app.close()
  await shop.close()
})

const call = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object, person = owner) =>
  callAdmin(app, person, method, path, body)

const supplier = (given: object = {}) => ({
  name: 'Kabel AB',
  address: 'Hamngatan 1\nGöteborg',
  leadDays: 14,
  products: [sku],
  terms: 'credit',
  isActive: true,
  ...given,
})
const added = async (given: object = {}) =>
  ((await call('POST', 'suppliers', supplier(given))).body as { key: string }).key

interface RowPage {
  row: Record<string, unknown>
  version: string
  timeline: { id: number; action: string; before: object | null; after: object | null; canUndo: boolean }[]
}
const pageOf = async (key: string) => (await call('GET', `suppliers/${key}`)).body as RowPage
const rowOf = async (key: string) => (await pageOf(key)).row
const change = async (key: string, values: object) =>
  call('PUT', `suppliers/${key}`, { values, version: (await pageOf(key)).version })
const undoLast = async (object: string) => {
  const { rows } = (await call('GET', `audit?filter.object=${object}`)).body as {
    rows: { id: number; canUndo: boolean }[]
  }
  expect(rows[0]?.canUndo).toBe(true)
  return call('POST', `audit/${rows[0]!.id}/undo`)
}

it('stores what its form takes, lists it by its declaration, and exports it', async () => {
  const cables = await added()
  const lamps = await added({ name: 'Lampor HB', address: null, leadDays: 3, terms: 'prepaid', products: [] })
  expect(await rowOf(cables)).toMatchObject({ id: Number(cables), ...supplier() })
  const list = async (query: string) =>
    ((await call('GET', `suppliers?${query}`)).body as { rows: { id: number }[] }).rows.map(({ id }) =>
      String(id),
    )
  expect(await list('')).toEqual([cables, lamps])
  // Numbers are sorted as numbers.
  expect(await list('sort=leadDays')).toEqual([lamps, cables])
  expect(await list('filter.terms=prepaid')).toEqual([lamps])
  expect(await list('filter.active=no')).toEqual([])
  expect(await list('q=hamngatan')).toEqual([cables])
  const csv = await app.inject({
    url: '/admin/api/suppliers.csv?columns=name,products&sort=name',
    headers: owner.headers,
  })
  expect(csv.body.replace('\ufeff', '')).toBe(`name;products\r\nKabel AB;"[""${sku}""]"\r\nLampor HB;[]\r\n`)
  const { tasks } = (await call('GET', 'todo')).body as { tasks: { name: string; count: number }[] }
  expect(tasks).toContainEqual(expect.objectContaining({ name: 'suppliers_prepaid', count: 1 }))
})

it('refuses what the inputs do not allow, and products that there are not', async () => {
  expect((await call('POST', 'suppliers', supplier({ name: ' ' }))).status).toBe(422)
  expect((await call('POST', 'suppliers', supplier({ leadDays: 366 }))).status).toBe(422)
  expect((await call('POST', 'suppliers', supplier({ terms: 'barter' }))).status).toBe(422)
  const unknown = await call('POST', 'suppliers', supplier({ products: [sku, 'NO-SUCH'] }))
  expect(unknown).toMatchObject({ status: 404, body: { code: 'unknown_products', skus: ['NO-SUCH'] } })
  expect(await change(await added(), supplier({ products: ['NO-SUCH'] }))).toMatchObject({ status: 404 })
})

it('changes a row with its entry of the audit, refuses what was not seen, and undoes it', async () => {
  const key = await added()
  const { version } = await pageOf(key)
  expect((await change(key, supplier({ leadDays: 21, address: null }))).status).toBe(200)
  const late = await call('PUT', `suppliers/${key}`, { values: supplier({ leadDays: 7 }), version })
  expect(late).toMatchObject({ status: 409, body: { code: 'changed_meanwhile' } })
  const { timeline } = await pageOf(key)
  expect(timeline.map(({ action }) => action)).toEqual(['supplier.change', 'supplier.add'])
  expect(timeline[0]).toMatchObject({
    before: { leadDays: 14, address: supplier().address },
    after: { leadDays: 21, address: null },
    canUndo: true,
  })
  expect((await undoLast(`supplier:${key}`)).status).toBe(200)
  expect(await rowOf(key)).toMatchObject({ leadDays: 14, address: supplier().address })
})

it('records nothing where nothing is changed', async () => {
  const key = await added()
  expect((await change(key, supplier())).status).toBe(200)
  expect((await pageOf(key)).timeline).toHaveLength(1)
})

it('removes a row, puts it back by the undo under its former number, and takes an added one back', async () => {
  const key = await added({ name: 'Sladdar' })
  const { version } = await pageOf(key)
  expect((await call('DELETE', `suppliers/${key}?version=${version}`)).status).toBe(200)
  expect((await call('GET', `suppliers/${key}`)).status).toBe(404)
  expect((await undoLast(`supplier:${key}`)).status).toBe(200)
  expect(await rowOf(key)).toMatchObject(supplier({ name: 'Sladdar' }))
  const other = await added()
  expect((await undoLast(`supplier:${other}`)).status).toBe(200)
  expect((await call('GET', `suppliers/${other}`)).status).toBe(404)
})

it('keeps each list to itself, and rows of a store to who may edit there', async () => {
  const note = { words: 'Trasig dörr', tags: ['dörr'], budget: 500, due: null, store: 'no' }
  const swedish = await signedInStaff(shop.db, { role: 'warehouse', stores: ['sv'] })
  expect((await call('POST', 'store-notes', note, swedish)).status).toBe(403)
  const { key } = (await call('POST', 'store-notes', note)).body as { key: string }
  expect((await call('GET', `suppliers/${key}`)).status).toBe(404)
  expect((await call('GET', `store-notes/${key}`, undefined, swedish)).status).toBe(403)
  expect((await call('GET', 'store-notes?q=dörr', undefined, swedish)).body).toMatchObject({ count: 0 })
  expect((await call('GET', 'store-notes?q=dörr')).body).toMatchObject({
    rows: [{ words: 'Trasig dörr', store: 'no' }],
  })
  const { rows } = (await call('GET', `audit?filter.object=store_note:${key}`)).body as { rows: object[] }
  expect(rows).toMatchObject([{ action: 'store_note.add', store: 'no' }])
  // A row of no store is everybody's: only who may edit in all stores changes it.
  expect((await call('POST', 'suppliers', supplier(), swedish)).status).toBe(403)
})

it('shows rows of before a value was declared, without it', async () => {
  const { id } = await shop.db
    .insertInto('stored_row')
    .values({ list: 'suppliers', content: JSON.stringify({ name: 'Alt' }) })
    .returning('id')
    .executeTakeFirstOrThrow()
  expect(await rowOf(String(id))).toMatchObject({
    name: 'Alt',
    leadDays: null,
    terms: null,
    products: [],
    isActive: false,
  })
})

const storeRow = async (list: string, content: object) => {
  const { id } = await shop.db
    .insertInto('stored_row')
    .values({ list, content: JSON.stringify(content) })
    .returning('id')
    .executeTakeFirstOrThrow()
  return String(id)
}

it('takes a value away again that the row was without, and lists rows whose values were another kind', async () => {
  const key = await storeRow('suppliers', { name: 'Ny AB', terms: 'credit', isActive: true })
  expect((await change(key, supplier({ name: 'Ny AB' }))).status).toBe(200)
  expect((await undoLast(`supplier:${key}`)).status).toBe(200)
  const { content } = await shop.db
    .selectFrom('stored_row')
    .select('content')
    .where('id', '=', Number(key))
    .executeTakeFirstOrThrow()
  expect(content).toEqual({ name: 'Ny AB', terms: 'credit', isActive: true })
  const odd = await storeRow('suppliers', {
    name: 'Udda',
    products: null,
    leadDays: 'soon',
    isActive: 'maybe',
  })
  expect((await call('GET', 'suppliers?sort=leadDays')).status).toBe(200)
  expect(await rowOf(odd)).toMatchObject({ products: [], leadDays: null, isActive: false })
  expect((await change(odd, supplier({ name: 'Udda' }))).status).toBe(200)
})

it('refuses to undo where something else is stored than the entry left', async () => {
  const key = await added()
  expect((await change(key, supplier({ leadDays: 21 }))).status).toBe(200)
  const store = (content: object) =>
    shop.db
      .updateTable('stored_row')
      .set({ content: JSON.stringify(content) })
      .where('id', '=', Number(key))
      .execute()
  await store(supplier({ leadDays: 5 }))
  const refusal = { status: 409, body: { code: 'impossible', reason: 'changed_meanwhile' } }
  expect(await undoLast(`supplier:${key}`)).toMatchObject(refusal)
  expect(await rowOf(key)).toMatchObject({ leadDays: 5 })
  // A value that was declared after the row was added.
  const other = await added()
  await shop.db
    .updateTable('stored_row')
    .set({ content: JSON.stringify({ ...supplier(), phone: '031' }) })
    .where('id', '=', Number(other))
    .execute()
  expect(await undoLast(`supplier:${other}`)).toMatchObject(refusal)
  expect((await call('GET', `suppliers/${other}`)).status).toBe(200)
})

it('neither changes nor removes a row that an undo or the CLI changes in the same moment', async () => {
  const key = await added()
  const seen = await rowOf(key)
  const { change: changeSeen, remove: removeSeen } = supplierList.form!
  const services = { ...testServices({ db: shop.db }), clock: Date.now } as never
  expect((await change(key, supplier({ leadDays: 21 }))).status).toBe(200)
  const refusal = { ok: false, code: 'changed_meanwhile' }
  const given = { row: seen, values: supplier({ address: 'Kajen 2' }) }
  expect(await changeSeen!(services, testActor, given)).toEqual(refusal)
  expect(await removeSeen!(services, testActor, seen)).toEqual(refusal)
  expect(await rowOf(key)).toMatchObject({ leadDays: 21, address: supplier().address })
})

it('shows a row of before the list had stores to all who read it, for those of all stores to change', async () => {
  const key = await storeRow('store-notes', { words: 'Allas', tags: ['alla'] })
  const swedish = await signedInStaff(shop.db, { role: 'warehouse', stores: ['sv'] })
  expect((await call('GET', 'store-notes?filter.store=sv', undefined, swedish)).body).toMatchObject({
    rows: [{ words: 'Allas', store: null }],
  })
  const page = (await call('GET', `store-notes/${key}`, undefined, swedish)).body as RowPage
  expect(page).toMatchObject({ mayChange: false })
  const changed = {
    values: { words: 'Våra', tags: ['alla'], budget: 10, due: null },
    version: page.version,
  }
  expect((await call('PUT', `store-notes/${key}`, changed, swedish)).status).toBe(403)
  expect((await call('PUT', `store-notes/${key}`, changed)).status).toBe(200)
})

it('keeps amounts in minor units of the store’s currency, and days', async () => {
  const note = { words: 'Budget', tags: ['pengar'], budget: 1299.5, due: '2026-12-24', store: 'sv' }
  const { key } = (await call('POST', 'store-notes', note)).body as { key: string }
  const { content } = await shop.db
    .selectFrom('stored_row')
    .select('content')
    .where('id', '=', Number(key))
    .executeTakeFirstOrThrow()
  expect(content).toMatchObject({ budget: 129_950, due: '2026-12-24' })
  const { row, version } = (await call('GET', `store-notes/${key}`)).body as RowPage
  expect(row).toMatchObject({ budget: 1299.5, due: '2026-12-24' })
  const { store: _store, ...values } = note
  expect((await call('PUT', `store-notes/${key}`, { values: { ...values, due: '' }, version })).status).toBe(
    200,
  )
  expect((await call('GET', `store-notes/${key}`)).body).toMatchObject({ row: { budget: 1299.5, due: null } })
  expect((await call('POST', 'store-notes', { ...note, budget: 1.234 })).status).toBe(422)
  for (const due of ['2026-02-30', '0000-01-01'])
    expect((await call('POST', 'store-notes', { ...note, due })).status).toBe(422)
  // It was a text before.
  const odd = await storeRow('store-notes', { words: 'Förr', tags: [], due: 'nästa vecka', store: 'sv' })
  expect((await call('GET', `store-notes/${odd}`)).body).toMatchObject({ row: { budget: null, due: null } })
  expect((await call('GET', 'store-notes?sort=-budget&filter.due=2026-12-01..2026-12-31')).status).toBe(200)
})

it('stores products as they are spelled, each once, and does not ask again for those that stay', async () => {
  const key = await added({ products: [sku.toLowerCase(), sku] })
  expect(await rowOf(key)).toMatchObject({ products: [sku] })
  const gone = await storeRow('suppliers', supplier({ products: ['GONE-1'] }))
  expect((await change(gone, supplier({ products: ['GONE-1'], leadDays: 2 }))).status).toBe(200)
})

it('refuses a declaration that would hide a part of every list, and lists that share their objects', () => {
  const declare = (values: StoredListDeclaration['values'], given: Partial<StoredListDeclaration> = {}) => {
    const name = { input: textInput(20), sort: true as const }
    return () =>
      defineStoredList({
        name: 'carts',
        section: { after: '/stock', icon: 'truck', keys: 'g 7' },
        permission: 'stock:read',
        editPermission: 'stock:edit',
        auditObject: 'trolley',
        title: 'name',
        defaultSort: 'name',
        values: { name, ...values },
        ...given,
      })
  }
  expect(declare({})).not.toThrow()
  expect(declare({ id: { input: textInput(20) } })).toThrow('a value id, which every list has')
  expect(declare({ actions: { input: textInput(20) } })).toThrow('a value actions, which every list has')
  expect(declare({ 'a.b': { input: textInput(20) } })).toThrow('not in camelCase')
  expect(declare({ shop: { input: storeInput() } })).toThrow('the store of a row is called store')
  expect(declare({ stored: { input: integerInput({ least: 0, most: 3e9 }) } })).toThrow('beyond')
  expect(declare({ price: { input: amountInput() } })).toThrow('but no store')
  expect(declare({}, { title: 'words' })).toThrow('no value words')
  expect(() => storedListReversals([declare({})(), declare({}, { name: 'more-carts' })()])).toThrow(
    'two stored lists are called trolley in the audit',
  )
})

it('takes amounts of an action in the terminal in minor units, and its days as the form does', async () => {
  const run = vi.fn<(values: object) => Promise<{ ok: true }>>(async () => ({ ok: true }))
  const pay = action<{ id: number }>()({
    description: 'pay',
    permission: 'stock:edit',
    inputs: { price: amountInput(), on: optionalDay() },
    run: async (_services, _actor, { values }) => run(values),
  })
  const list = { ...noteList, actions: { pay: pay as never } }
  const note = { words: 'Kvitto', tags: ['betalt'], budget: 1, due: null, store: 'sv' }
  const { key } = (await call('POST', 'store-notes', note)).body as { key: string }
  const services = testServices({ db: shop.db })
  const anode = async (...words: string[]) => {
    const output = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
    try {
      await resourceCommand(
        list,
        ((work: (given: object) => Promise<unknown>) => work({ ...services, actor: testActor })) as never,
        { name: 'note', description: 'notes' },
      ).parseAsync(words, { from: 'user' })
    } finally {
      output.mockRestore()
    }
  }
  await anode('pay', key, '--price', '49.50', '--on', '2026-12-24')
  expect(run).toHaveBeenCalledExactlyOnceWith({ price: 4950, on: '2026-12-24' })
  await expect(anode('pay', key, '--price', '49.50', '--on', 'some day')).rejects.toThrow('--on')
})

it('is listed, shown and edited in the terminal, where the inputs are checked as in the form', async () => {
  const services = testServices({ db: shop.db })
  const anode = async (...words: string[]): Promise<string> => {
    const command = resourceCommand(
      supplierList,
      ((work: (given: object) => Promise<unknown>) => work({ ...services, actor: testActor })) as never,
      { name: 'supplier', description: 'suppliers' },
    ).exitOverride()
    for (const each of command.commands) each.exitOverride().configureOutput({ writeErr: () => {} })
    let printed = ''
    const output = vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
      printed += String(text)
      return true
    })
    try {
      await command.parseAsync(words, { from: 'user' })
    } finally {
      output.mockRestore()
    }
    return printed
  }
  const given = ['--name', 'Motor AS', '--leadDays', '30', '--products', sku, '--terms', 'credit']
  const { id } = JSON.parse(await anode('add', ...given, '--json')) as { id: number }
  expect(await rowOf(String(id))).toMatchObject({
    name: 'Motor AS',
    address: null,
    leadDays: 30,
    products: [sku],
    isActive: true,
  })
  await anode('change', String(id), '--leadDays', '45', '--isActive', 'no')
  expect(await rowOf(String(id))).toMatchObject({ name: 'Motor AS', leadDays: 45, isActive: false })
  expect(JSON.parse(await anode('list', '--search', 'motor', '--json'))).toMatchObject([{ id, leadDays: 45 }])
  await expect(anode('change', String(id), '--leadDays', '500')).rejects.toThrow('--leadDays')
  await expect(anode('change', String(id), '--isActive', 'maybe')).rejects.toThrow('yes or no')
  await expect(anode('add', '--name', 'X')).rejects.toThrow('--leadDays')
  await expect(anode('change', String(id), '--products', 'NO-SUCH')).rejects.toThrow('unknown_products')
  expect(await anode('remove', String(id))).toBe('Removed.\n')
  await expect(anode('show', String(id))).rejects.toThrow(`The list suppliers has no ${id}.`)
  const { rows } = (await call('GET', `audit?filter.object=supplier:${id}`)).body as { rows: object[] }
  expect(rows).toMatchObject([
    { action: 'supplier.remove', actor: 'cli' },
    { action: 'supplier.change', actor: 'cli' },
    { action: 'supplier.add', actor: 'cli' },
  ])
})
