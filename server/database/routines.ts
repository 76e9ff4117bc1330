/**
 * Functions and triggers of the database. Each file of `db/routines` holds their current text as `create or
 * replace` and is applied after the migrations when the database has not applied that text yet.
 *
 * Every applied text is recorded, so that a node of an older release, started during a rolling upgrade, does
 * not restore an older text.
 */
import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import type { Log } from '../log.ts'

interface RoutineFile {
  name: string
  sql: string
  sha256: string
}

export interface ApplyRoutinesOptions {
  log: Pick<Log, 'info'>
  /** Apply unchanged files too: a migration may have replaced a table together with its triggers. */
  repeat: boolean
}

/**
 * Applies the new files of a directory in one transaction and returns their names. The connection must be the
 * owner's and hold the schema lock. Throws an error that names the file when one fails; nothing is applied
 * then.
 */
export async function applyRoutines(
  client: pg.Client,
  directory: string,
  { log, repeat }: ApplyRoutinesOptions,
): Promise<string[]> {
  await client.query(`create table if not exists routine (
    id integer generated always as identity primary key,
    name text not null,
    sha256 text not null,
    applied_at timestamptz not null default now(),
    unique (name, sha256)
  )`)
  const files = await readRoutines(directory)
  const applied = await readApplied(client)
  const changed: RoutineFile[] = []
  const unchanged: RoutineFile[] = []
  for (const file of files) {
    const texts = applied.get(file.name) ?? []
    if (!texts.includes(file.sha256)) changed.push(file)
    else if (texts.at(-1) === file.sha256) unchanged.push(file)
    else log.info(`The routines of ${file.name} in this database are those of a newer release.`)
  }
  const wanted = repeat ? files.filter((file) => changed.includes(file) || unchanged.includes(file)) : changed
  if (wanted.length > 0) await applyAll(client, wanted)
  if (changed.length > 0) log.info(`Applied the routines of ${changed.map(({ name }) => name).join(', ')}.`)
  return changed.map(({ name }) => name)
}

/** Names of the files of a directory whose text was never applied to the database; needs only read access. */
export async function missingRoutines(client: pg.Client, directory: string): Promise<string[]> {
  const { rows } = await client.query<{ exists: boolean }>(
    "select to_regclass('routine') is not null as exists",
  )
  const applied = rows[0]!.exists ? await readApplied(client) : new Map<string, string[]>()
  const files = await readRoutines(directory)
  return files.filter(({ name, sha256 }) => !applied.get(name)?.includes(sha256)).map(({ name }) => name)
}

async function applyAll(client: pg.Client, files: RoutineFile[]): Promise<void> {
  let current = ''
  await client.query('begin')
  try {
    for (const { name, sql, sha256 } of files) {
      current = name
      await client.query(sql)
      await client.query(
        'insert into routine (name, sha256) values ($1, $2) on conflict (name, sha256) do nothing',
        [name, sha256],
      )
    }
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw new Error(`Routines ${current} failed: ${(error as Error).message}`, { cause: error })
  }
}

/** SHA-256 of every text that was applied, by file name, the current one last. */
async function readApplied(client: pg.Client): Promise<Map<string, string[]>> {
  const { rows } = await client.query<{ name: string; sha256: string }>(
    'select name, sha256 from routine order by id',
  )
  const applied = new Map<string, string[]>()
  for (const { name, sha256 } of rows) applied.set(name, [...(applied.get(name) ?? []), sha256])
  return applied
}

/** The files sorted by name. No file may need another one to exist first. */
async function readRoutines(directory: string): Promise<RoutineFile[]> {
  const names = (await readdir(directory)).filter((name) => name.endsWith('.sql')).sort()
  return Promise.all(
    names.map(async (name) => {
      const sql = await readFile(join(directory, name), 'utf8')
      return { name, sql, sha256: createHash('sha256').update(sql).digest('hex') }
    }),
  )
}
