/** The schema of a migrated database as SQL to read: `db/schema.sql`. */
import type pg from 'pg'

interface Table {
  name: string
  kind: 'table' | 'view'
  /** The query of a view. */
  query: string | null
  columns: { name: string; type: string; isRequired: boolean; default: string | null }[]
  constraints: string[]
  indexes: string[]
  triggers: string[]
}

/** Tables and views of the shop by name; the job queue's own schema and the list of migrations are not the shop's. */
const tables = `
select c.relname as name, case when c.relkind = 'v' then 'view' else 'table' end as kind,
  case when c.relkind = 'v' then pg_get_viewdef(c.oid, true) end as query,
  (select coalesce(json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod),
      'isRequired', a.attnotnull,
      'default', case
        when a.attidentity <> '' then 'identity'
        when a.attgenerated <> '' then 'generated always as (' || pg_get_expr(d.adbin, d.adrelid) || ')'
        else 'default ' || pg_get_expr(d.adbin, d.adrelid) end) order by a.attnum), '[]')
    from pg_attribute a left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
    where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped) as columns,
  array(select pg_get_constraintdef(k.oid, true) from pg_constraint k
    where k.conrelid = c.oid and k.contype in ('p', 'u', 'f', 'c', 'x')
    order by array_position(array['p', 'u', 'f', 'c', 'x']::"char"[], k.contype), 1) as constraints,
  array(select pg_get_indexdef(i.indexrelid) from pg_index i
    where i.indrelid = c.oid and not exists (select from pg_constraint k where k.conindid = i.indexrelid
      and k.conrelid = c.oid) order by 1) as indexes,
  array(select pg_get_triggerdef(t.oid, true) from pg_trigger t
    where t.tgrelid = c.oid and not t.tgisinternal order by 1) as triggers
from pg_class c join pg_namespace n on n.oid = c.relnamespace
where n.nspname = 'public' and c.relkind in ('r', 'p', 'v') and not c.relispartition and c.relname <> 'migration'
order by c.relname`

/** Types of columns that limit their values: domains. */
const domains = `
select t.typname as name, format_type(t.typbasetype, t.typtypmod) as base,
  array(select pg_get_constraintdef(k.oid, true) from pg_constraint k where k.contypid = t.oid order by 1) as constraints
from pg_type t join pg_namespace n on n.oid = t.typnamespace
where n.nspname = 'public' and t.typtype = 'd' order by 1`

/**
 * The schema of the database at `client`, which has all migrations and routines: a statement for each domain, table and
 * view, with constraints, indexes and triggers. `migrations`: their texts in order, whose comments it has.
 */
export async function schemaText(client: pg.Client, migrations: readonly string[]): Promise<string> {
  const comments = commentsOf(migrations)
  const types = await client.query<{ name: string; base: string; constraints: string[] }>(domains)
  const { rows } = await client.query<Table>(tables)
  const heading = `-- The tables of the shop as all migrations leave them, to read. Functions are in db/routines.
-- Written by \`npm run db:types\`. Never edit by hand, never run.
`
  const ofTypes = types.rows.map(
    ({ name, base, constraints }) =>
      `${commentLines(comments.get(name), '')}create domain ${name} as ${[base, ...constraints].join(' ')};\n`,
  )
  return [heading, ...ofTypes, ...rows.map((table) => statementOf(table, comments))].join('\n')
}

/**
 * The comments above tables and columns in the migrations: `table` or `table.column` → its lines. A later one replaces
 * an earlier one.
 */
function commentsOf(migrations: readonly string[]): ReadonlyMap<string, string[]> {
  const comments = new Map<string, string[]>()
  let table = ''
  let above: string[] = []
  for (const line of migrations.flatMap((text) => ['', ...text.split('\n')])) {
    const comment = /^\s*--\s?(.*)$/.exec(line)
    if (comment) {
      above.push(comment[1]!)
      continue
    }
    const opened = /^create (?:table|view|domain) (?:if not exists )?(\w+)|^alter table (?:only )?(\w+)/.exec(
      line,
    )
    if (opened) table = opened[1] ?? opened[2]!
    const column = /(?:^| )add column (?:if not exists )?(\w+)|^ {2}(\w+) \w/.exec(line)
    const name = opened?.[1] ?? (column ? `${table}.${column[1] ?? column[2]}` : null)
    if (name !== null && above.length > 0) comments.set(name, above)
    above = []
  }
  return comments
}

const commentLines = (lines: readonly string[] = [], indent: string) =>
  lines.map((line) => `${indent}-- ${line}\n`).join('')

function statementOf(
  { name, kind, query, columns, constraints, indexes, triggers }: Table,
  comments: ReadonlyMap<string, string[]>,
): string {
  const says = commentLines(comments.get(name), '')
  if (kind === 'view') return `${says}create view ${name} as\n${query}\n`
  const own = columns.map((column) => {
    const about = commentLines(comments.get(`${name}.${column.name}`), '  ')
    const required = column.isRequired ? ' not null' : ''
    return `${about}  ${column.name} ${column.type}${required}${column.default === null ? '' : ` ${column.default}`}`
  })
  const parts = [...own, ...constraints.map((constraint) => `  ${constraint}`)]
  const after = [...indexes, ...triggers].map((each) => `${each.replaceAll('public.', '')};\n`)
  return `${says}create table ${name} (\n${parts.join(',\n')}\n);\n${after.join('')}`
}
