import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testDatabase } from '../../test/database.ts'
import { migrate } from './migrate.ts'
import { projectRoot } from '../project-root.ts'

const silent = { info: () => {} }
const migrations = join(projectRoot, 'db', 'migrations')
const routines = join(projectRoot, 'db', 'routines')
/** The last migration before db/routines; up to it functions and triggers came from migrations. */
const lastWithRoutines = '0043-purchase-event.sql'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'anode-routines-'))
})
afterAll(() => rm(folder, { recursive: true }))

async function withEmptyDatabase(run: (url: string, client: pg.Client) => Promise<void>): Promise<void> {
  const database = await testDatabase({ empty: true })
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  try {
    await run(database.url, client)
  } finally {
    await client.end()
    await database.drop()
  }
}

async function migrateToStateBeforeRoutines(url: string): Promise<void> {
  const directory = await mkdtemp(join(folder, 'before-'))
  for (const name of await readdir(migrations))
    if (name <= lastWithRoutines) await cp(join(migrations, name), join(directory, name))
  await migrate(url, { log: silent, directory })
}

/** Definitions of all functions, procedures and triggers, sorted. */
async function definitionsOf(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ definition: string }>(`
    select pg_get_functiondef(oid) as definition from pg_proc where pronamespace = 'public'::regnamespace
    union all
    select pg_get_triggerdef(oid) from pg_trigger where not tgisinternal order by 1`)
  return rows.map(({ definition }) => definition)
}

/** A product, its stock, and an order of two units that the database's own `place_order` writes. */
async function addOrder(client: pg.Client): Promise<{ id: number; productId: number }> {
  const product = await client.query<{ id: number }>(
    `insert into product (sku, type) values ('B-1', 1) returning id`,
  )
  const productId = product.rows[0]!.id
  await client.query(
    `insert into store_product (product_id, store, name, slug, vat_rate_basis_points)
     values ($1, 'sv', 'Battery', 'battery', 2500)`,
    [productId],
  )
  await client.query(`insert into stock (product_id, store, available) values ($1, 'sv', 5)`, [productId])
  const checkoutId = 'c'.repeat(32)
  await client.query(`insert into checkout (id, store, items) values ($1, 'sv', '[]')`, [checkoutId])
  const line = {
    uuid: 'u',
    productId,
    sku: 'B-1',
    name: 'Battery',
    quantity: 2,
    unitMinor: 10_000,
    totalMinor: 20_000,
    vatMinor: 4_000,
    vatRateBasisPoints: 2500,
  }
  const wanted = {
    checkoutId,
    checkoutVersion: 1,
    snapshot: {
      store: 'sv',
      currency: 'SEK',
      totalMinor: 20_000,
      vatMinor: 4_000,
      customer: { type: 'private', email: 'a@example.com' },
      payment: 'stripe',
      placedAt: '2026-11-20T09:00:00Z',
      lines: [line],
    },
    snapshotHash: '0'.repeat(64),
    accessToken: '1'.repeat(32),
    takes: [{ productId, pool: 'available', quantity: 2 }],
    idempotencyKey: 'k',
  }
  const { rows } = await client.query<{ id: string }>('select placed_id as id from place_order($1)', [wanted])
  return { id: Number(rows[0]!.id), productId }
}

describe('routines', () => {
  it('are the same in a fresh database and in one upgraded from the last state without db/routines', () =>
    withEmptyDatabase((freshUrl, fresh) =>
      withEmptyDatabase(async (url, upgraded) => {
        await migrate(freshUrl, { log: silent })
        await migrateToStateBeforeRoutines(url)
        const { id, productId } = await addOrder(upgraded)
        await migrate(url, { log: silent })

        expect(await definitionsOf(upgraded)).toEqual(await definitionsOf(fresh))

        // Rows written before the upgrade still exist, and the new routines work on them.
        const readStock = async () => {
          const { rows } = await upgraded.query('select available from stock where product_id = $1', [
            productId,
          ])
          return rows[0]!.available
        }
        expect(await readStock()).toBe(3)
        await upgraded.query('select release_stock($1)', [id])
        expect(await readStock()).toBe(5)
        const { rows } = await upgraded.query('select reason, delta from stock_change order by id')
        expect(rows).toEqual([
          { reason: 'opening', delta: 5 },
          { reason: 'sale', delta: -2 },
          { reason: 'release', delta: 2 },
        ])
      }),
    ))

  it('are all defined in db/routines', () =>
    withEmptyDatabase(async (url, client) => {
      await migrate(url, { log: silent })
      // What the routine files define was written last by the transaction that also recorded the files.
      const { rows } = await client.query<{ name: string }>(`
        with definition as (
          select oid::regprocedure::text as name, xmin from pg_proc where pronamespace = 'public'::regnamespace
            -- Functions of an extension belong to it.
            and not exists (select from pg_depend d where d.objid = pg_proc.oid and d.deptype = 'e')
          union all
          select tgname || ' on ' || tgrelid::regclass, xmin from pg_trigger where not tgisinternal
        )
        select name from definition where xmin::text not in (select xmin::text from routine)`)
      expect(rows, 'not in db/routines; drop it in a migration or define it there').toEqual([])
    }))

  it('are applied again only where their text changed', () =>
    withEmptyDatabase(async (url, client) => {
      const changed = await folderWith({ one: 'select 1', two: 'select 2' })
      const notes: string[] = []
      const run = () =>
        migrate(url, { log: { info: (note) => notes.push(note) }, directory: migrations, routines: changed })
      await migrate(url, { log: silent, directory: migrations })
      await run()
      expect(notes).toEqual(['Applied the routines of one.sql, two.sql.'])
      await run()
      expect(notes).toHaveLength(1)

      await writeFile(join(changed, 'two.sql'), functionReturning('two', 'select 22'))
      await run()
      expect(notes.slice(1)).toEqual(['Applied the routines of two.sql.'])
      expect((await client.query('select two()')).rows).toEqual([{ two: 22 }])
    }))

  it('keep their newer text when a node of an older release starts', () =>
    withEmptyDatabase(async (url, client) => {
      const noMigrations = await folderWith({})
      const older = await folderWith({ one: 'select 1' })
      const newer = await folderWith({ one: 'select 11' })
      const notes: string[] = []
      for (const release of [older, newer, older])
        await migrate(url, {
          log: { info: (note) => notes.push(note) },
          directory: noMigrations,
          routines: release,
        })
      expect((await client.query('select one()')).rows).toEqual([{ one: 11 }])
      expect(notes.at(-1)).toMatch(/one\.sql.+newer release/)
    }))

  it('are applied all or none, and the file that fails is named', () =>
    withEmptyDatabase(async (url, client) => {
      const broken = await folderWith({ one: 'select 1', two: 'select no_such_column' })
      await expect(migrate(url, { log: silent, directory: migrations, routines: broken })).rejects.toThrow(
        /two\.sql failed/,
      )
      expect((await client.query("select to_regprocedure('one()') as found")).rows).toEqual([{ found: null }])
    }))

  it('come back when a migration replaces the table of a trigger', () =>
    withEmptyDatabase(async (url, client) => {
      const directory = await mkdtemp(join(folder, 'migrations-'))
      const files = await mkdtemp(join(folder, 'routines-'))
      await writeFile(join(directory, '0001-thing.sql'), 'create table thing (id int);')
      await writeFile(
        join(files, 'thing.sql'),
        `create or replace function refuse_thing() returns trigger language plpgsql as $$
          begin raise exception 'no thing'; end $$;
         create or replace trigger thing_refused before insert on thing execute function refuse_thing();`,
      )
      await migrate(url, { log: silent, directory, routines: files })
      await writeFile(join(directory, '0002-thing.sql'), 'drop table thing; create table thing (id int);')
      await migrate(url, { log: silent, directory, routines: files })
      await expect(client.query('insert into thing values (1)')).rejects.toThrow('no thing')
    }))

  it('never appear in a migration after the last one that had them', async () => {
    const names = (await readdir(migrations)).filter((name) => name > lastWithRoutines)
    for (const name of names) {
      const text = await readFile(join(migrations, name), 'utf8')
      expect(text, name).not.toMatch(/create (or replace )?(function|procedure|trigger)\b/i)
    }
    expect((await readdir(routines)).length).toBeGreaterThan(10)
  })
})

async function folderWith(bodies: Record<string, string>): Promise<string> {
  const directory = await mkdtemp(join(folder, 'routines-'))
  for (const [name, body] of Object.entries(bodies))
    await writeFile(join(directory, `${name}.sql`), functionReturning(name, body))
  return directory
}

const functionReturning = (name: string, body: string) =>
  `create or replace function ${name}() returns integer language sql as $$ ${body} $$;`
