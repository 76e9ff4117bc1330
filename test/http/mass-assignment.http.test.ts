/**
 * Mass assignment: every route that changes something is called by a customer with additional fields in its body, named
 * after the columns of all tables about customers. The shop refuses the request or ignores them: none of their values
 * is stored anywhere.
 */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createDatabase, type Database } from '../../server/database/database.ts'
import {
  startEmbeddedPostgres,
  type EmbeddedPostgres,
} from '../../server/embedded-postgres/embedded-postgres.ts'
import { apiAccess } from '../access/api-access.ts'
import { createCustomer, loggedIn, type AccessCustomer } from '../access/two-customers.ts'
import { sendVisit, visitOf, type Visit } from '../access/visit.ts'
import { baseUrl, serverDataDir } from '../base-url.ts'
import { ask } from './shop-client.ts'

const log = { info: () => {}, warn: () => {}, error: () => {} }
/** The API limits requests per address; no other test uses this one. */
const from = '127.0.7.21'

/** The values of the additional fields by their column's type, as they would be found in a stored row. */
const marks = { text: 'smuggled-4be1', number: 1_987_654_321, moment: '2001-02-03T04:05:06.000Z' }
const storedMarks = `${marks.text}|${marks.number}|2001-02-03`

/** Fields that no column is named after. */
const plausible = {
  customer_id: marks.number,
  role: marks.text,
  is_admin: marks.text,
  is_staff: marks.text,
  verified: marks.text,
  email_verified: marks.text,
  price: marks.number,
  unit_price: marks.number,
  discount: marks.number,
  discounts: { B2: marks.number },
  user: { id: marks.number, role: marks.text },
}

let postgres: EmbeddedPostgres
let db: Database
let customer: AccessCustomer
beforeAll(async () => {
  postgres = await startEmbeddedPostgres({ dataDir: serverDataDir(), log })
  db = createDatabase(postgres.url, { log, max: 2 })
  customer = await createCustomer(
    { db, base: baseUrl(), from },
    {
      firstName: 'Ottilia',
      lastName: 'Massfält',
      street: 'Fältgränden 7',
      company: 'Fältfonden Aktiebolag',
      organisationNumber: '556016-0680',
      phone: '0704455663',
      vat: 'SE556016068001',
    },
  )
})
afterAll(async () => {
  await db.destroy()
  await postgres.stop()
})

const camelCase = (name: string) =>
  name.replaceAll(/_([a-z])/g, (_match, letter: string) => letter.toUpperCase())

/** A field per column of every table about customers, in both ways of writing its name. */
async function columnFields(): Promise<Record<string, unknown>> {
  const { rows } = await sql<{ column: string; type: string }>`
    select distinct c.column_name as "column", c.data_type as type from information_schema.columns c
    where c.table_schema = 'public' and (
      c.table_name in ('account', 'orders', 'checkout', 'company', 'store_product', 'stock')
      or exists (select from information_schema.columns k where k.table_schema = 'public'
        and k.table_name = c.table_name and k.column_name in ('account_id', 'order_id', 'checkout_id', 'company_id')))`.execute(
    db,
  )
  const valueOf = (type: string): unknown => {
    if (/^(?:integer|bigint|smallint|numeric)$/.test(type)) return marks.number
    if (/^(?:timestamp|date)/.test(type)) return marks.moment
    return /^(?:json|ARRAY)/.test(type) ? { value: marks.text } : marks.text
  }
  return Object.fromEntries(
    rows.flatMap(({ column, type }) => [column, camelCase(column)].map((name) => [name, valueOf(type)])),
  )
}

interface Schema {
  properties?: Record<string, unknown>
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
}

/** Names of the fields that a schema takes. */
const namesIn = (schema: Schema | undefined): string[] => [
  ...Object.keys(schema?.properties ?? {}),
  ...[schema?.anyOf, schema?.oneOf, schema?.allOf].flatMap((parts) => (parts ?? []).flatMap(namesIn)),
]

type Paths = Record<
  string,
  Record<string, { requestBody?: { content: Record<string, { schema: Schema }> } }> | undefined
>

/** The fields of a route's own body, as the API describes them. */
function ownFields(paths: Paths, route: string): Set<string> {
  const [method, path] = route.split(' ') as [string, string]
  const described = paths[path.replaceAll(/:([a-zA-Z]+)/g, '{$1}')]?.[method.toLowerCase()]
  return new Set(namesIn(described?.requestBody?.content['application/json']?.schema))
}

it('no route stores a field that is not its own, whatever column it names', async () => {
  const { paths } = JSON.parse((await ask(baseUrl(), '/api/openapi.json', { from })).text) as { paths: Paths }
  const fields = { ...(await columnFields()), ...plausible }
  expect(Object.keys(fields)).toEqual(
    expect.arrayContaining(['account_id', 'accountId', 'status', 'role', 'total_minor', 'email_verified_at']),
  )
  const routes = Object.entries(apiAccess).filter(([route]) =>
    /^(?:POST|PUT|PATCH|DELETE) \/api\//.test(route),
  )
  expect(routes.length).toBeGreaterThan(70)
  const faults: string[] = []
  let accepted = 0
  for (const [route, rule] of routes) {
    const visit = await visitOf(route, rule, { of: customer })
    const own = ownFields(paths, route)
    const smuggled = Object.fromEntries(Object.entries(fields).filter(([name]) => !own.has(name)))
    const body = JSON.stringify({ ...smuggled, ...(JSON.parse(visit.body ?? '{}') as object) })
    // Some routes end the session.
    const { authorization } = await loggedIn(db, customer)
    const answer = await sendVisit(
      { ...visit, body } satisfies Visit,
      { authorization: authorization! },
      from,
    )
    if (answer.status >= 500 && answer.status !== 503) faults.push(`${route}: ${answer.status}`)
    if (answer.status < 300) accepted++
  }
  expect(faults).toEqual([])
  // Most routes take the body that the table has for them, so that the fields reach the use case's edge.
  expect(accepted).toBeGreaterThan(20)

  const { rows: tables } = await sql<{
    name: string
  }>`select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE'`.execute(db)
  const storing: string[] = []
  for (const { name } of tables) {
    const { rows } =
      await sql`select 1 from ${sql.table(name)} t where t::text ~ ${storedMarks} limit 1`.execute(db)
    if (rows.length > 0) storing.push(name)
  }
  expect(storing).toEqual([])
})
