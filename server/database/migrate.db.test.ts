import { mkdtemp, readdir, readFile, rm, writeFile, cp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { generateDatabaseTypes, generateSchema, schemaFile, typesFile } from '../../cli/db-types.ts'
import { testDatabase } from '../../test/database.ts'
import { migrate } from './migrate.ts'
import { projectRoot } from '../project-root.ts'

const log = { info: () => {} }
const migrations = join(projectRoot, 'db', 'migrations')
let folder: string
let names: string[]

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'anode-migrations-'))
  names = (await readdir(migrations)).filter((name) => name.endsWith('.sql')).sort()
})

afterAll(async () => {
  await rm(folder, { recursive: true })
})

async function folderWith(count: number): Promise<string> {
  const partial = await mkdtemp(join(folder, 'first-'))
  for (const name of names.slice(0, count)) await cp(join(migrations, name), join(partial, name))
  return partial
}

async function withEmptyDatabase(run: (url: string) => Promise<void>): Promise<void> {
  const database = await testDatabase({ empty: true })
  try {
    await run(database.url)
  } finally {
    await database.drop()
  }
}

/**
 * Whether the database of this release is brought to the newest schema at once: the last ten and every tenth before
 * them. All of them would apply 2,500 files, and run the same text on the same schema again.
 */
const isUpgradedAtOnce = (index: number) => index >= names.length - 11 || index % 10 === 0

describe('migrations', () => {
  it('bring an empty database to the newest schema, once', () =>
    withEmptyDatabase(async (url) => {
      expect(await migrate(url, { log })).toEqual(names)
      expect(await migrate(url, { log })).toEqual([])
    }))

  it('bring a database of every earlier release to the same schema', async () => {
    // Grows by one file per release; of some, a copy is brought to the newest schema at once.
    const release = await testDatabase({ empty: true })
    const directory = await folderWith(0)
    try {
      for (const [index, name] of names.slice(0, -1).entries()) {
        await cp(join(migrations, name), join(directory, name))
        expect(await migrate(release.url, { log, directory })).toEqual([name])
        if (!isUpgradedAtOnce(index)) continue
        const upgraded = await testDatabase({ copyOf: release.url })
        try {
          expect(await migrate(upgraded.url, { log })).toEqual(names.slice(index + 1))
        } finally {
          await upgraded.drop()
        }
      }
      expect(await migrate(release.url, { log })).toEqual(names.slice(-1))
    } finally {
      await release.drop()
    }
    // Some 290 migrations one by one, beside the other tests.
  }, 300_000)

  it('run once when several nodes start at the same moment', () =>
    withEmptyDatabase(async (url) => {
      const runs = await Promise.all(Array.from({ length: 4 }, () => migrate(url, { log })))
      expect(runs.flat().sort()).toEqual(names)
    }))

  it('refuse to continue when an applied file was changed', () =>
    withEmptyDatabase(async (url) => {
      const changed = await folderWith(1)
      await migrate(url, { log, directory: changed })
      await writeFile(join(changed, names[0]!), 'select 1;')
      await expect(migrate(url, { log, directory: changed })).rejects.toThrow(/changed after it was applied/)
    }))

  it('let an older release run on a database that a newer one has migrated, with a warning', () =>
    withEmptyDatabase(async (url) => {
      await migrate(url, { log })
      const notes: string[] = []
      const older = { log: { info: (note: string) => notes.push(note) }, directory: await folderWith(1) }
      expect(await migrate(url, older)).toEqual([])
      expect(notes.join()).toContain(names.at(-1))
    }))

  it('roll back a file that fails half-way, and name it', () =>
    withEmptyDatabase(async (url) => {
      const broken = await folderWith(0)
      await writeFile(join(broken, '0001-half.sql'), 'create table half (id int); select no_such_function();')
      await expect(migrate(url, { log, directory: broken })).rejects.toThrow(/0001-half\.sql failed/)
      await writeFile(join(broken, '0001-half.sql'), 'create table half (id int);')
      expect(await migrate(url, { log, directory: broken })).toEqual(['0001-half.sql'])
    }))

  it('refuse two files with one number', async () => {
    const twice = await folderWith(0)
    await writeFile(join(twice, '0001-one.sql'), '')
    await writeFile(join(twice, '0001-two.sql'), '')
    await expect(migrate('postgres://127.0.0.1:1/none', { log, directory: twice })).rejects.toThrow(
      /number 0001/,
    )
  })
})

describe('table types', () => {
  it('are those of the migrated database (else run npm run db:types)', async () => {
    const { url, drop } = await testDatabase()
    try {
      expect(await generateDatabaseTypes(url)).toBe(await readFile(typesFile, 'utf8'))
    } finally {
      await drop()
    }
  })

  it('and db/schema.sql shows its tables (else run npm run db:types)', async () => {
    const { url, drop } = await testDatabase()
    try {
      expect(await generateSchema(url)).toBe(await readFile(schemaFile, 'utf8'))
    } finally {
      await drop()
    }
  })
})

describe('columns', () => {
  it('arrive as safe numbers, days and exact decimals', async () => {
    const { db, drop } = await testDatabase()
    try {
      const { rows } =
        await sql`select 9007199254740991::int8 as big, array[1, null]::int8[] as bigs, '2026-11-20'::date as day,
        12.30::numeric as amount, '{"a":1}'::jsonb as json`.execute(db)
      expect(rows).toEqual([
        { big: 9007199254740991, bigs: [1, null], day: '2026-11-20', amount: '12.30', json: { a: 1 } },
      ])
      await expect(sql`select 9007199254740993::int8`.execute(db)).rejects.toThrow(/cannot hold exactly/)
    } finally {
      await drop()
    }
  })
})
