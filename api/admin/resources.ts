/** The routes of every list that is declared once (`domain/resources/`): its rows, one of them, and what is done with it. */
import type { FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod, ZodTypeProvider } from 'fastify-type-provider-zod'
import { sql } from 'kysely'
import { z } from 'zod'
import { adminError } from '../../contract/admin/error.ts'
import { doneAnswer } from '../../contract/admin/orders.ts'
import { exportRows } from '../../db/table-query.server.ts'
import {
  actedRow,
  bulkAnswer,
  bulkRows,
  resourceKey,
  resourceRowPage,
  rowVersionQuery,
  savedRow,
} from '../../contract/admin/resources.ts'
import { listAudit } from '../../domain/audit/audit-repository.server.ts'
import { withActorNames } from '../../domain/audit/actor-names.server.ts'
import {
  findRow,
  type Inputs,
  type RecordedChange,
  type Resource,
  type ResourceRow,
} from '../../domain/resources/resource.server.ts'
import type { Grants, Permission } from '../../domain/permissions/permissions.ts'
import type { SignedInStaff } from '../../domain/staff/staff-session-repository.server.ts'
import { storeCodes, type StoreCode } from '../../domain/stores/stores.ts'
import { AdminRefusal, requireOk } from './admin-refusal.ts'
import type { AdminServices } from './admin-services.ts'
import { timelineIn, viewAuditEntry } from './audit-view.ts'
import { mayUndoEntry } from './may-undo.ts'
import { permittedStores, requireStore } from './require-permission.ts'
import {
  answerRow,
  inputsSchema,
  resourceTerms,
  rowSchema,
  rowVersion,
  withoutStore,
} from './resource-contract.ts'
import { readViewQuery, tableRoutes, viewOf } from './table-routes.ts'

/** Rows that are changed at once. */
const mostBulkRows = 100_000

const refused = { 400: adminError, 403: adminError, 404: adminError, 409: adminError }

export const adminResourceRoutes: FastifyPluginAsyncZod<AdminServices> = async (app, services) => {
  for (const resource of services.resources) addRoutes(app, services, resource)
}

/** The stores in which a change of a row asks for the permission. A row of no store is everybody's: all. */
const storesToChange = (store: StoreCode | null): readonly StoreCode[] =>
  store === null ? storeCodes : [store]

const mayChange = ({ grants }: SignedInStaff, permission: Permission, store: StoreCode | null): boolean =>
  storesToChange(store).every((code) => grants[permission]?.includes(code))

/** Throws a 403 refusal where the person does not hold the route's permission in each store that is chosen. */
function requireChosenStores(request: FastifyRequest, inputs: Inputs): void {
  const values = request.body as Readonly<Record<string, unknown>> | undefined
  for (const [name, { kind }] of Object.entries(inputs))
    if (kind === 'store') requireStore(request, values?.[name] as StoreCode)
}

/** The actions that a person may take with a row as it is. */
const offeredActions = ({ actions, storeOf }: Resource, row: ResourceRow, staff: SignedInStaff): string[] =>
  Object.entries(actions).flatMap(([name, { permission, isOffered }]) =>
    mayChange(staff, permission, storeOf(row)) && (isOffered?.(row) ?? true) ? [name] : [],
  )

function addRoutes(
  plain: Parameters<FastifyPluginAsyncZod>[0],
  services: AdminServices,
  resource: Resource,
): void {
  const app = plain.withTypeProvider<ZodTypeProvider>()
  const { db, publicUrl } = services
  const { name, permission, isPersonal, auditObject, key, actions, form } = resource
  const url = `/admin/api/${name}`
  const row = rowSchema(resource)

  const forReader = {
    mayUndo: (grants: Grants, entry: RecordedChange) => mayUndoEntry(services, { grants }, entry),
  }
  const answer = async (found: ResourceRow, staff: SignedInStaff) => {
    const values = await resource.forReader?.(forReader, staff.grants, found as never)
    return {
      ...answerRow(resource, { ...found, ...values }, publicUrl),
      actions: offeredActions(resource, found, staff),
    }
  }

  tableRoutes(plain as never, db, {
    ...resourceTerms(resource),
    url,
    summary: `The list ${name}`,
    isPersonal,
    row: row.extend({ actions: z.array(z.string()) }) as never,
    exported: Object.keys(row.shape),
    answerOf: answer,
  })

  /** Throws a refusal: 404 where there is none, 403 where the person may not read its store. */
  async function rowOf(request: FastifyRequest, trx = db): Promise<ResourceRow> {
    const found = await findRow(trx, resource, (request.params as z.output<typeof resourceKey>).key)
    if (found === null) throw new AdminRefusal(404, 'unknown_row')
    const store = resource.storeOf(found)
    if (store !== null) requireStore(request, store)
    if (resource.isOfEveryStore) for (const code of storeCodes) requireStore(request, code)
    return found
  }

  /** The same for a change. */
  async function rowToChange(request: FastifyRequest, trx = db): Promise<ResourceRow> {
    const found = await rowOf(request, trx)
    for (const code of storesToChange(resource.storeOf(found))) requireStore(request, code)
    return found
  }

  if (resource.rowPage === undefined)
    app.get(
      `${url}/:key`,
      {
        config: { permission },
        schema: {
          summary: `A row of the list ${name} with its timeline`,
          params: resourceKey,
          response: { 200: resourceRowPage, ...refused },
        },
      },
      async (request) => {
        const { staff } = request
        const found = await rowOf(request)
        const entries =
          auditObject === null
            ? []
            : timelineIn(
                await listAudit(db, { objectKind: auditObject, objectId: String(found[key]), limit: 200 }),
                permittedStores(request),
              )
        return {
          row: await answer(found, staff),
          version: rowVersion(resource, found),
          mayChange: form !== null && mayChange(staff, form.permission, resource.storeOf(found)),
          timeline: await Promise.all(
            (await withActorNames(db, entries)).map(async (entry) => ({
              ...viewAuditEntry(entry),
              canUndo: await mayUndoEntry(services, staff, entry),
            })),
          ),
        }
      },
    )

  for (const [
    actionName,
    { permission: needed, stepUp = false, inputs = {}, isOffered, run },
  ] of Object.entries(actions))
    app.post(
      `${url}/:key/${actionName}`,
      {
        config: { permission: needed, stepUp },
        schema: {
          summary: `${actionName} a row of the list ${name}`,
          params: resourceKey,
          body: Object.keys(inputs).length === 0 ? z.strictObject({}).nullish() : inputsSchema(inputs),
          response: { 200: actedRow, ...refused },
        },
      },
      async (request) => {
        const found = await rowToChange(request)
        requireChosenStores(request, inputs)
        if (isOffered?.(found) === false) throw new AdminRefusal(409, 'not_offered')
        const acted = await run(services, request.actor, { row: found, values: request.body ?? {} })
        requireOk(acted)
        const isGone = (await findRow(db, resource, String(found[key]))) === null
        return { done: true as const, shownOnce: acted.shownOnce ?? null, isGone }
      },
    )

  for (const [bulkName, { permission: needed, description, run }] of Object.entries(resource.bulk))
    app.post(
      `${url}/bulk/${bulkName}`,
      {
        config: { permission: needed },
        schema: {
          summary: `Of rows of the list ${name}: ${description}`,
          body: bulkRows,
          response: { 200: bulkAnswer, ...refused },
        },
      },
      async (request) => run(services, request.actor, await rowsFor(request, request.body)),
    )

  /** Rows of the stores in which the person may read the list and holds the permission of the route. */
  async function rowsFor(request: FastifyRequest, chosen: z.output<typeof bulkRows>): Promise<ResourceRow[]> {
    const readable = request.staff.grants[permission] ?? []
    const stores = permittedStores(request).filter((code) => readable.includes(code))
    const terms = resourceTerms(resource)
    const { definition } = resource
    const query = readViewQuery(terms.query, 'query' in chosen ? chosen.query : '')
    const view = viewOf(query, terms.filtersOf(query), stores)
    const limited =
      'query' in chosen
        ? definition
        : {
            ...definition,
            inStores: (codes: readonly string[]) =>
              sql`${definition.inStores(codes)} and (${resource.keyed.by})::text = any(${chosen.keys}::text[])`,
          }
    const rows: ResourceRow[] = []
    for await (const row of exportRows(db, limited, view)) {
      if (rows.length === mostBulkRows) throw new AdminRefusal(409, 'too_many_rows', { most: mostBulkRows })
      rows.push(row)
    }
    return rows
  }

  if (form === null) return
  const { create, change, remove } = form
  const config = { permission: form.permission, stepUp: form.stepUp ?? false }
  const storeInput = Object.keys(form.inputs).find((input) => form.inputs[input]!.kind === 'store')

  /**
   * One change of a row by its form at a time; refused where it is no longer what the person has seen. Throws a refusal.
   */
  const changing = <Answer>(
    request: FastifyRequest,
    version: string,
    work: (trx: typeof db, found: ResourceRow) => Promise<Answer>,
  ) =>
    db.transaction().execute(async (trx) => {
      const { key: asked } = request.params as z.output<typeof resourceKey>
      await sql`select pg_advisory_xact_lock(hashtextextended(${`${name} ${asked}`}, 0))`.execute(trx)
      const found = await rowToChange(request, trx)
      if (rowVersion(resource, found) !== version) throw new AdminRefusal(409, 'changed_meanwhile')
      return work(trx, found)
    })

  if (create)
    app.post(
      url,
      {
        config,
        schema: {
          summary: `Add a row to the list ${name}`,
          body: inputsSchema(form.inputs),
          response: { 200: savedRow, ...refused },
        },
      },
      async (request) => {
        requireChosenStores(request, form.inputs)
        if (storeInput === undefined) for (const code of storesToChange(null)) requireStore(request, code)
        const created = await create(services, request.actor, request.body)
        requireOk(created)
        return { key: String(created.key), shownOnce: created.shownOnce ?? null }
      },
    )

  if (change)
    app.put(
      `${url}/:key`,
      {
        config,
        schema: {
          summary: `Change a row of the list ${name}; refused where it has another version`,
          params: resourceKey,
          body: z.strictObject({
            values: inputsSchema(withoutStore(form.inputs)),
            version: z.string().max(50),
          }),
          response: { 200: doneAnswer, ...refused },
        },
      },
      async (request) => {
        const { values, version } = request.body
        await changing(request, version, async (trx, found) => {
          const given =
            storeInput === undefined ? values : { ...values, [storeInput]: resource.storeOf(found) }
          requireOk(await change({ ...services, db: trx }, request.actor, { row: found, values: given }))
        })
        return { done: true as const }
      },
    )

  if (remove)
    app.delete(
      `${url}/:key`,
      {
        config,
        schema: {
          summary: `Remove a row of the list ${name}; refused where it has another version`,
          params: resourceKey,
          querystring: rowVersionQuery,
          response: { 200: doneAnswer, ...refused },
        },
      },
      async (request) => {
        const { version } = request.query
        await changing(request, version, async (trx, found) =>
          requireOk(await remove({ ...services, db: trx }, request.actor, found)),
        )
        return { done: true as const }
      },
    )
}
