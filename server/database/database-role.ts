/**
 * The two roles of a shop's database. The owner creates and changes the schema (`anode migrate`, a node's
 * start). The serving role reads and writes rows and cannot create, alter or drop anything, so that a fault
 * in the shop cannot affect the schema or other databases of the server.
 */
import pg from 'pg'

export interface DatabaseRole {
  name: string
  isSuperuser: boolean
  /** Whether it may create tables in the schema `public`. */
  canCreate: boolean
}

/** The role that a connection belongs to. */
export async function readRole(client: pg.Client): Promise<DatabaseRole> {
  const { rows } = await client.query<DatabaseRole>(
    `select current_user::text as name, rolsuper as "isSuperuser",
       has_schema_privilege(current_user, 'public', 'create') as "canCreate"
     from pg_roles where rolname = current_user`,
  )
  return rows[0]!
}

/** Schemas of the shop: its tables, and those of its job queue. Modules from outside have one each. */
const schemas = ['public', 'pgboss']

/**
 * Grants a role what serving needs on all existing and future objects of the connected owner. Idempotent.
 * Tables whose triggers reject changes are insert-only, and the lists of migrations and routines are
 * read-only.
 */
export async function grantServing(owner: pg.Client, role: string): Promise<void> {
  const name = pg.escapeIdentifier(role)
  for (const schema of [...schemas, ...(await schemasOfModules(owner))]) {
    const grants = [
      `grant usage on schema ${schema} to ${name}`,
      `grant select, insert, update, delete on all tables in schema ${schema} to ${name}`,
      `grant usage, select on all sequences in schema ${schema} to ${name}`,
      `grant execute on all routines in schema ${schema} to ${name}`,
      `alter default privileges in schema ${schema} grant select, insert, update, delete on tables to ${name}`,
      `alter default privileges in schema ${schema} grant usage, select on sequences to ${name}`,
    ]
    for (const grant of grants) await owner.query(grant)
  }
  for (const { table, rights } of await keptTables(owner))
    await owner.query(`revoke ${rights} on ${table} from ${name}`)
  await owner.query(`revoke insert, update, delete on migration, routine from ${name}`)
}

/** Those that the owner owns, also of modules that are not part of the shop at present. */
async function schemasOfModules(owner: pg.Client): Promise<string[]> {
  const { rows } = await owner.query<{ schema: string }>(
    `select quote_ident(nspname) as schema from pg_namespace
     where nspname ~ '^module_' and pg_has_role(nspowner, 'member')`,
  )
  return rows.map(({ schema }) => schema)
}

/** Quoted names of the tables with a trigger that rejects every UPDATE or DELETE (order events, invoices, prices …). */
async function keptTables(owner: pg.Client): Promise<{ table: string; rights: string }[]> {
  const { rows } = await owner.query<{ table: string; rights: string }>(
    `select tgrelid::regclass::text as table, string_agg(distinct event, ', ') as rights
     from pg_trigger join (values (16, 'update'), (8, 'delete')) as known (bit, event) on tgtype & bit <> 0
     where tgfoid::regproc::text in ('refuse_change', 'refuse_gap') and tgqual is null
     group by tgrelid`,
  )
  return rows
}
