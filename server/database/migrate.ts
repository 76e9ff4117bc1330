/**
 * Brings a database to the newest schema: applies the files of db/migrations in the order of their numbers,
 * each in its own transaction, then the functions and triggers of db/routines, then the migrations of modules from
 * outside, each module in a schema of its own. A lock serialises nodes that start together. An applied migration must
 * not change: when its text differs, nothing is applied and the start fails.
 */
import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { schemaOf } from '../../sdk/module-interface.ts'
import { moduleMigrations } from '../bound-modules.ts'
import type { Log } from '../log.ts'
import { projectRoot } from '../project-root.ts'
import { registerStores, unregisteredStores } from './register-stores.ts'
import { applyRoutines, missingRoutines } from './routines.ts'

export interface MigrateOptions {
  log: Pick<Log, 'info'>
  /** Directory of the migrations; db/migrations by default. */
  directory?: string
  /**
   * Directory of the routines; by default db/routines, and none where `directory` is another directory of
   * migrations.
   */
  routines?: string
}

interface Migration {
  /** Of a module: `MODULE/FILE`. */
  name: string
  /** The schema that a module has its tables in. */
  schema?: string
  sql: string
  sha256: string
}

const migrationsDirectory = join(projectRoot, 'db', 'migrations')
const routinesDirectory = join(projectRoot, 'db', 'routines')

/** Arbitrary lock key, the same for every node; "anod" in ASCII. */
const lockKey = 0x616e6f64

/**
 * Applies what is missing and returns the names of the migrations it applied. Takes the URL of the schema's owner.
 * Throws an error that names the file when one fails.
 */
export async function migrate(url: string, options: MigrateOptions): Promise<string[]> {
  const { log, directory = migrationsDirectory } = options
  const routines = options.routines ?? (options.directory === undefined ? routinesDirectory : undefined)
  const migrations = await readMigrations(directory)
  const stores = directory === migrationsDirectory
  return withSchemaLock(url, (client) =>
    applyFiles(client, { log, migrations, ofModules: [], routines, stores }),
  )
}

/** Runs the work on a connection of its own while no other process changes the schema. */
export async function withSchemaLock<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url, application_name: 'anode migrate' })
  // A lost connection also fails the query that runs; without a listener it would end the process.
  client.on('error', () => {})
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [lockKey])
    return await work(client)
  } finally {
    // Ending the session gives the lock back.
    await client.end()
  }
}

/** As `migrate`, on a connection that holds the lock. */
export async function applyMigrations(client: pg.Client, log: Pick<Log, 'info'>): Promise<string[]> {
  const migrations = await readMigrations(migrationsDirectory)
  const ofModules = await migrationsOfModules()
  return applyFiles(client, { log, migrations, ofModules, routines: routinesDirectory, stores: true })
}

/** Those of the modules from outside. */
async function migrationsOfModules(): Promise<Migration[]> {
  const read = [...moduleMigrations()].map(async ([module, folder]) =>
    (await readMigrations(folder)).map((migration) => ({
      ...migration,
      name: `${module}/${migration.name}`,
      schema: schemaOf(module),
    })),
  )
  return (await Promise.all(read)).flat()
}

/**
 * Names of the migrations, routine files and stores that this release has and the database lacks; only reads.
 */
export async function missingMigrations(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ exists: boolean }>(
    "select to_regclass('migration') is not null as exists",
  )
  const applied = rows[0]!.exists
    ? (await client.query<{ name: string }>('select name from migration')).rows
    : []
  const migrations = [...(await readMigrations(migrationsDirectory)), ...(await migrationsOfModules())]
  const missing = migrations
    .map(({ name }) => name)
    .filter((name) => !applied.some((row) => row.name === name))
  const stores = missing.length > 0 ? [] : await unregisteredStores(client)
  return [
    ...missing,
    ...(await missingRoutines(client, routinesDirectory)),
    ...stores.map((code) => `the registration of store ${code}`),
  ]
}

async function applyFiles(
  client: pg.Client,
  files: {
    log: Pick<Log, 'info'>
    migrations: Migration[]
    /** Of modules from outside; they may refer to tables of the shop. */
    ofModules: Migration[]
    routines: string | undefined
    /** Whether these are the shop's own migrations, which have a table of stores. */
    stores: boolean
  },
): Promise<string[]> {
  const { log, migrations, ofModules, routines, stores } = files
  const known = await readApplied(client)
  refuseChanged([...migrations, ...ofModules], known)
  sayUnknown([...migrations, ...ofModules], known, log)
  const applied = await applyMissing(client, migrations, known, log)
  if (routines !== undefined) await applyRoutines(client, routines, { log, repeat: applied.length > 0 })
  if (stores) await registerStores(client)
  return [...applied, ...(await applyMissing(client, ofModules, known, log))]
}

/** The migrations of a folder, in order; without one the shop's own. A file with another name, or a number used twice, is a fault. */
export async function readMigrations(directory = migrationsDirectory): Promise<Migration[]> {
  const names = (await readdir(directory)).filter((name) => name.endsWith('.sql')).sort()
  const numbers = new Set<string>()
  const migrations: Migration[] = []
  for (const name of names) {
    const number = /^(\d{4})-[a-z0-9-]+\.sql$/.exec(name)?.[1]
    if (!number) throw new Error(`${name} in ${directory} is not named NNNN-what-it-does.sql.`)
    if (numbers.has(number)) throw new Error(`Two migrations in ${directory} have the number ${number}.`)
    numbers.add(number)
    const sql = await readFile(join(directory, name), 'utf8')
    migrations.push({ name, sql, sha256: createHash('sha256').update(sql).digest('hex') })
  }
  return migrations
}

/** By name, the digest of each migration as it was applied. */
async function readApplied(client: pg.Client): Promise<ReadonlyMap<string, string>> {
  await client.query(`create table if not exists migration (
    name text primary key,
    sha256 text not null,
    applied_at timestamptz not null default now()
  )`)
  const { rows } = await client.query<{ name: string; sha256: string }>('select name, sha256 from migration')
  return new Map(rows.map((row) => [row.name, row.sha256]))
}

function refuseChanged(migrations: readonly Migration[], applied: ReadonlyMap<string, string>): void {
  for (const { name, sha256 } of migrations) {
    const before = applied.get(name)
    if (before !== undefined && before !== sha256) {
      throw new Error(
        `Migration ${name} was changed after it was applied here. Restore it and write a new one.`,
      )
    }
  }
}

/** Not refused: a release is rolled back, or nodes are upgraded one by one, without undoing the schema. */
function sayUnknown(
  migrations: readonly Migration[],
  applied: ReadonlyMap<string, string>,
  log: Pick<Log, 'info'>,
): void {
  const unknown = [...applied.keys()].filter(
    (name) => !migrations.some((migration) => migration.name === name),
  )
  const ofModule = (name: string) => (name.includes('/') ? name.slice(0, name.indexOf('/')) : null)
  const newer = unknown.filter((name) => ofModule(name) === null)
  if (newer.length > 0) log.info(`This database was migrated by a newer release: ${newer.join(', ')}.`)
  const modules = new Set(unknown.map(ofModule).filter((module) => module !== null))
  for (const module of modules) {
    const isBound = migrations.some(({ name }) => ofModule(name) === module)
    log.info(
      isBound
        ? `This database was migrated by a newer version of the module ${module}.`
        : `The module ${module} is not part of this shop. Its tables stay in the schema ${schemaOf(module)}; adding it again finds them.`,
    )
  }
}

async function applyMissing(
  client: pg.Client,
  migrations: Migration[],
  applied: ReadonlyMap<string, string>,
  log: Pick<Log, 'info'>,
): Promise<string[]> {
  const missing = migrations.filter(({ name }) => !applied.has(name))
  for (const migration of missing) await apply(client, migration, log)
  return missing.map(({ name }) => name)
}

async function apply(client: pg.Client, migration: Migration, log: Pick<Log, 'info'>): Promise<void> {
  const began = performance.now()
  await client.query('begin')
  try {
    if (migration.schema !== undefined) {
      const schema = pg.escapeIdentifier(migration.schema)
      await client.query(`create schema if not exists ${schema}`)
      await client.query(`set local search_path to ${schema}, public`)
    }
    await client.query(migration.sql)
    await client.query('insert into public.migration (name, sha256) values ($1, $2)', [
      migration.name,
      migration.sha256,
    ])
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw new Error(`Migration ${migration.name} failed: ${(error as Error).message}`, { cause: error })
  }
  // A module's file may have set it for the session, as those of pg_dump do.
  if (migration.schema !== undefined) await client.query('reset search_path')
  log.info(`Migrated ${migration.name} in ${Math.round(performance.now() - began)} ms.`)
}
