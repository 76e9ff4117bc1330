/** The landing page's tasks, the search and the saved views of the back office. */
import { sql } from 'kysely'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import {
  savedViewAnswer,
  saveViewBody,
  searchAnswer,
  searchQuery,
  todoAnswer,
  todoQuery,
  viewParams,
  viewsAnswer,
  viewsQuery,
} from '../../contract/admin/desk.ts'
import { adminError } from '../../contract/admin/error.ts'
import { doneAnswer } from '../../contract/admin/orders.ts'
import type { DayRange } from '../../domain/resources/day-range.server.ts'
import { removeView, savedViews, saveView } from '../../domain/saved-views/saved-views.server.ts'
import { searchBackOffice } from '../../domain/command-search/search-back-office.server.ts'
import { readTodo, type TodoEntry } from '../../domain/todo/todo.server.ts'
import { openingChecklist } from '../../domain/settings/opening-checklist.server.ts'
import { isStoreCode, type StoreCode } from '../../domain/stores/stores.ts'
import { countViews, viewedTables } from './count-views.ts'
import { createDeclaredTasks } from './declared-tasks.ts'
import { AdminRefusal } from './admin-refusal.ts'
import type { AdminServices } from './admin-services.ts'

const snakeCase = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** The filters of a task as the query string of its table. */
function queryOf({ filters }: TodoEntry, stores: readonly string[] | null): string {
  const parameters = new URLSearchParams()
  const all: Record<string, unknown> = { ...filters, ...(stores && { store: stores }) }
  for (const [name, value] of Object.entries(all)) {
    const text = wireValue(value)
    if (text !== null) parameters.set(`filter.${snakeCase(name)}`, text)
  }
  return parameters.toString()
}

function wireValue(value: unknown): string | null {
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value === 'string' || typeof value === 'number') return String(value)
  if (value === undefined || value === null) return null
  if (Array.isArray(value)) return value.join(',')
  const { from, to } = value as DayRange
  return `${from ?? ''}..${to ?? ''}`
}

/** A store with so few orders is not open yet: the guide asks for purchases that are paid, shipped and refunded first. */
const mostTrialOrders = 5

interface StoreProgress {
  store: StoreCode
  hasProducts: boolean
  /** It has more orders than those of a trial. */
  isOpen: boolean
}

async function progressOf(
  { db }: Pick<AdminServices, 'db'>,
  stores: readonly StoreCode[],
): Promise<StoreProgress[]> {
  const { rows } = await sql<StoreProgress>`select s.store,
      exists (select from store_product p where p.store = s.store) as "hasProducts",
      exists (select from orders o where o.store = s.store offset ${mostTrialOrders}) as "isOpen"
    from unnest(${[...stores]}::text[]) as s (store)`.execute(db)
  return rows
}

/** How many items of the list "Before opening" each store lacks; stores that lack none are left out. */
async function missingBeforeOpening(services: AdminServices, stores: readonly StoreCode[]) {
  const found: { store: StoreCode; missing: number }[] = []
  for (const store of stores) {
    const { checks } = await openingChecklist(services, store)
    const missing = Object.values(checks).filter((isMet) => !isMet).length
    if (missing > 0) found.push({ store, missing })
  }
  return found
}

export const adminDeskRoutes: FastifyPluginAsyncZod<AdminServices> = async (app, services) => {
  const { db, searchParts } = services
  const tables = viewedTables(services.resources)
  const declaredTasks = createDeclaredTasks(services)
  app.get(
    '/admin/api/todo',
    {
      config: { permission: 'signed-in' },
      schema: {
        summary: 'What there is to do, each with the table and the filters that it counts',
        querystring: todoQuery,
        response: { 200: todoAnswer },
      },
    },
    async ({ staff, query }) => {
      const stores = query.store?.split(',').filter(isStoreCode) ?? null
      const tasks = [
        ...(await readTodo(services, staff, stores)).map((task) => ({
          ...task,
          query: queryOf(task, stores),
          isUrgent: null,
        })),
        ...(await declaredTasks(staff, stores)),
      ]
      const isEmpty = tasks.every(({ count }) => count === 0)
      const readable = (staff.grants['settings:read'] ?? []).filter(
        (store) => stores?.includes(store) ?? true,
      )
      const progress = await progressOf(services, readable)
      // Somebody prepares to open a store that has products, and is not open.
      const preparing = progress.filter(({ hasProducts, isOpen }) => hasProducts && !isOpen)
      return {
        opening: await missingBeforeOpening(
          services,
          isEmpty ? readable : preparing.map(({ store }) => store),
        ),
        hasOpenStore: progress.some(({ isOpen }) => isOpen),
        tasks: tasks.map((task) => ({
          name: task.name,
          count: task.count,
          countIsExact: task.isExact,
          table: task.table,
          query: task.query,
          isUrgent: task.isUrgent,
        })),
      }
    },
  )

  app.get(
    '/admin/api/search',
    {
      config: { permission: 'signed-in' },
      schema: {
        summary: 'Orders, customers, products, invoices, coupons and returns by number, name or code',
        querystring: searchQuery,
        response: { 200: searchAnswer, 400: adminError },
      },
    },
    async ({ staff, query }) => ({ hits: await searchBackOffice(db, staff.grants, query.q, searchParts) }),
  )

  app.get(
    '/admin/api/views',
    {
      config: { permission: 'signed-in' },
      schema: {
        summary: 'The person’s saved views of a table and those that others share, with their counts',
        querystring: viewsQuery,
        response: { 200: viewsAnswer },
      },
    },
    async ({ staff, query }) => {
      const { table } = query
      const viewed = tables.get(table)
      if (viewed === undefined || staff.grants[viewed.permission] === undefined) return { views: [] }
      const views = await savedViews(db, { staffId: staff.id, table })
      const queries = views.map((view) => view.query)
      const counts = await countViews(db, { table: viewed, queries, grants: staff.grants })
      return {
        views: views.map(({ id, staffId, owner, name, query: text, isShared }, index) => ({
          id,
          table,
          name,
          query: text,
          isShared,
          isOwn: staffId === staff.id,
          owner,
          count: counts[index]?.count ?? null,
          countIsExact: counts[index]?.isExact ?? false,
        })),
      }
    },
  )

  app.post(
    '/admin/api/views',
    {
      config: { permission: 'signed-in' },
      schema: {
        summary: 'Save a view of a table; the own one of the same name is replaced',
        body: saveViewBody,
        response: { 200: savedViewAnswer, 404: adminError },
      },
    },
    async ({ staff, actor, body }) => {
      const { table, name, query, isShared } = body
      if (!tables.has(table)) throw new AdminRefusal(404, 'unknown_table')
      return saveView(services, actor, { staffId: staff.id, table, name, query, isShared })
    },
  )

  app.delete(
    '/admin/api/views/:id',
    {
      config: { permission: 'signed-in' },
      schema: {
        summary: 'Remove an own view',
        params: viewParams,
        response: { 200: doneAnswer, 404: adminError },
      },
    },
    async ({ staff, actor, params }) => {
      if (!(await removeView(db, actor, { id: params.id, staffId: staff.id })))
        throw new AdminRefusal(404, 'unknown_view')
      return { done: true as const }
    },
  )
}
