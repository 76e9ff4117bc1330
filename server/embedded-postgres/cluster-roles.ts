/**
 * The roles of the embedded database. The cluster's superuser is only used to create the other two: the owner
 * of the schema and the role that serves the shop. In a cluster of an earlier release, where the superuser
 * owned everything, ownership is transferred.
 */
import pg from 'pg'

export const roles = { owner: 'anode_owner', serving: 'anode_shop' } as const

/** Arbitrary lock key of its own: two processes may open a new cluster concurrently. */
const lockKey = 0x726f6c65

/**
 * Takes the shop's database as superuser, and the password shared by all roles of the cluster. Idempotent.
 */
export async function ensureRoles(url: string, password: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [lockKey])
    for (const role of Object.values(roles)) {
      const found = await client.query('select 1 from pg_roles where rolname = $1', [role])
      if (found.rowCount === 0)
        await client.query(`create role ${role} login password ${pg.escapeLiteral(password)}`)
    }
    await client.query(handOver)
  } finally {
    await client.end()
  }
}

/**
 * Makes the owner role own the database and the objects that an earlier release's superuser created in it.
 */
const handOver = `do $$
declare statement text;
begin
  for statement in
    select format('alter database %I owner to ${roles.owner}', datname) from pg_database
      where datname = current_database() and datdba = current_user::regrole
    union all
    select format('alter schema %I owner to ${roles.owner}', nspname) from pg_namespace
      where nspname = 'pgboss' and nspowner = current_user::regrole
    union all
    -- A sequence of a column changes hands with its table.
    select format('alter table %s owner to ${roles.owner}', c.oid::regclass) from pg_class c
      where relnamespace::regnamespace::text in ('public', 'pgboss') and relowner = current_user::regrole
        and relkind in ('r', 'p', 'v', 'm', 'S')
        and not exists (select from pg_depend d where d.objid = c.oid and c.relkind = 'S' and d.deptype in ('a', 'i'))
    union all
    select format('alter routine %s owner to ${roles.owner}', oid::regprocedure) from pg_proc
      where pronamespace::regnamespace::text in ('public', 'pgboss') and proowner = current_user::regrole
    union all
    select format('alter %s %s owner to ${roles.owner}', case typtype when 'd' then 'domain' else 'type' end, oid::regtype)
      from pg_type
      where typnamespace::regnamespace::text in ('public', 'pgboss') and typowner = current_user::regrole
        and typtype in ('d', 'e')
  loop
    execute statement;
  end loop;
end $$`
