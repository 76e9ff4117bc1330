/** The routes of a table of the back office: its page of rows with the count, and its exports as CSV and spreadsheet. */
import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod, ZodTypeProvider } from 'fastify-type-provider-zod'
import type { Kysely } from 'kysely'
import type { z } from 'zod'
import { adminError } from '../../contract/admin/error.ts'
import { tableAnswer, type TableAnswer } from '../../contract/admin/table.ts'
import type { DB } from '../../db/schema.generated.ts'
import {
  countRows,
  exportRows,
  listRows,
  type TableDefinition,
  type TableView,
} from '../../db/table-query.server.ts'
import type { Permission } from '../../domain/permissions/permissions.ts'
import type { SignedInStaff } from '../../domain/staff/staff-session-repository.server.ts'
import { AdminRefusal } from './admin-refusal.ts'
import { csvLine, csvStart } from './csv.ts'
import { permittedStores } from './require-permission.ts'
import { columnsOf, mostSpreadsheetRows, spreadsheetOf } from './spreadsheet.ts'

/** What every table's parsed query string has, beside its filters. */
export interface TableParameters {
  q?: string | undefined
  sort: string
  after?: string | undefined
  limit: number
  columns?: string[] | undefined
}

export interface TableRoute<Row, Filters extends object, Query extends TableParameters, Answer> {
  /** `/admin/api/orders`; the exports are the same with `.csv` and `.xlsx`. */
  url: string
  summary: string
  permission: Permission
  query: z.ZodType<Query>
  row: z.ZodObject & z.ZodType<Answer>
  definition: TableDefinition<Row, Filters>
  filtersOf: (query: Query) => Filters
  answerOf: (row: Row, staff: SignedInStaff) => Answer | Promise<Answer>
  /** Whether the rows hold personal data: their export then asks for `export:personal` and a step-up. */
  isPersonal: boolean
  /** Columns of an export that names none; absent: all of `row`. */
  exported?: readonly string[]
}

/** What a query string of a table means; also for the counts of saved views. */
export type TableTerms<Row, Filters extends object, Query extends TableParameters> = Pick<
  TableRoute<Row, Filters, Query, unknown>,
  'permission' | 'query' | 'definition' | 'filtersOf'
>

/** The terms as they are, with their types inferred. */
export function tableTerms<Row, Filters extends object, Query extends TableParameters>(
  terms: TableTerms<Row, Filters, Query>,
): TableTerms<Row, Filters, Query> {
  return terms
}

/** The view that a query string describes, for a person who may read these stores. */
export function viewOf<Filters>(
  { q, sort }: TableParameters,
  filters: Filters,
  stores: readonly string[],
): TableView<Filters> {
  const isDescending = sort.startsWith('-')
  return {
    stores,
    search: q ?? null,
    filters,
    sort: { by: isDescending ? sort.slice(1) : sort, isDescending },
  }
}

/** The query string of a table's page, which a request has in its body. Throws 400 `invalid_view`. */
export function readViewQuery<Query>(schema: z.ZodType<Query>, text: string): Query {
  const read = schema.safeParse(Object.fromEntries(new URLSearchParams(text)))
  if (!read.success) throw new AdminRefusal(400, 'invalid_view')
  return read.data
}

export function tableRoutes<
  Row,
  Filters extends object,
  Query extends TableParameters,
  Answer extends object,
>(
  plugin: Parameters<FastifyPluginAsyncZod>[0],
  db: Kysely<DB>,
  table: TableRoute<Row, Filters, Query, Answer>,
): void {
  const app = plugin as unknown as FastifyInstance
  const { url, summary, permission, query, row, definition, filtersOf, answerOf, isPersonal, exported } =
    table
  const readView = (request: FastifyRequest, stores: readonly string[]) => {
    const parameters = request.query as Query
    return { parameters, view: viewOf(parameters, filtersOf(parameters), stores) }
  }
  app.withTypeProvider<ZodTypeProvider>().get(
    url,
    {
      config: { permission },
      schema: { summary, querystring: query, response: { 200: tableAnswer(row), 400: adminError } },
    },
    async (request) => {
      const { parameters, view } = readView(request, permittedStores(request))
      const [page, { count, isExact }] = await Promise.all([
        listRows(db, definition, view, { after: parameters.after ?? null, limit: parameters.limit }),
        countRows(db, definition, view),
      ])
      if (!page.ok) throw new AdminRefusal(400, page.code)
      const answer: TableAnswer<Answer> = {
        rows: await Promise.all(page.rows.map(async (entry) => answerOf(entry, request.staff))),
        next: page.next,
        count,
        countIsExact: isExact,
      }
      return answer as never
    },
  )
  const config = isPersonal ? { permission: 'export:personal' as const, stepUp: true } : { permission }
  /** The rows of the view in every store whose rows the person may read, and the names of the chosen columns. */
  const exportOf = (request: FastifyRequest) => {
    const readable = request.staff.grants[permission] ?? []
    const { parameters, view } = readView(
      request,
      permittedStores(request).filter((store) => readable.includes(store)),
    )
    async function* rows() {
      for await (const entry of exportRows(db, definition, view))
        yield (await answerOf(entry, request.staff)) as Record<string, unknown>
    }
    return { names: parameters.columns ?? exported ?? Object.keys(row.shape), rows }
  }
  const attachment = (ending: string) =>
    `attachment; filename="${url.slice(url.lastIndexOf('/') + 1)}.${ending}"`
  app.get(
    `${url}.csv`,
    {
      config,
      schema: { summary: `${summary}, as CSV of the chosen columns`, querystring: query },
    },
    async (request, reply) => {
      const { names, rows } = exportOf(request)
      const entries = rows()
      // Read before the answer begins: a statement that fails has a status only until then.
      const first = await entries.next()
      const lineOf = (cells: Record<string, unknown>) => csvLine(names.map((name) => cells[name]))
      async function* lines() {
        yield csvStart + csvLine(names)
        if (!first.done) yield lineOf(first.value)
        for await (const cells of entries) yield lineOf(cells)
      }
      return reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', attachment('csv'))
        .send(Readable.from(lines()))
    },
  )
  app.get(
    `${url}.xlsx`,
    {
      config,
      schema: { summary: `${summary}, as a spreadsheet of the chosen columns`, querystring: query },
    },
    async (request, reply) => {
      const { names, rows } = exportOf(request)
      const cells: Record<string, unknown>[] = []
      for await (const entry of rows()) {
        if (cells.length === mostSpreadsheetRows)
          throw new AdminRefusal(409, 'too_many_rows', { most: mostSpreadsheetRows })
        cells.push(entry)
      }
      return reply
        .type('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet')
        .header('content-disposition', attachment('xlsx'))
        .send(await spreadsheetOf(columnsOf(row, names), cells))
    },
  )
}
