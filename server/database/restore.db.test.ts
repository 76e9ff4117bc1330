/** The restore procedure of docs/operations.md, run with the commands given there. */
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { roleUrl, testDatabase } from '../../test/database.ts'
import { snapshotOf, writtenOrder } from '../../test/order-fixture.ts'
import { createDatabase } from './database.ts'
import { ensureRoles } from '../embedded-postgres/cluster-roles.ts'
import { testedPostgres } from './postgres-version.ts'
import { prepareDatabase } from './prepare-database.ts'
import { projectRoot } from '../project-root.ts'

const chapter = readFileSync(join(projectRoot, 'docs', 'operations.md'), 'utf8')
/** The sections on backup and restore: other sections have commands of `psql`, too. */
const backup = chapter.slice(chapter.indexOf('## Back up'), chapter.indexOf('## Fail over'))
const blocks = [...backup.matchAll(/```sh\n([^`]*)```/g)].map(([, text = '']) => text)
const linesWith = (program: string) =>
  blocks.flatMap((text) => text.split('\n')).find((text) => text.startsWith(`${program} `))!

/** pg_dump refuses to dump a server that is newer than itself. */
const dumpMajor = Number(
  / (\d+)/.exec(spawnSync('pg_dump', ['--version'], { encoding: 'utf8' }).stdout ?? '')?.[1] ?? 0,
)

it.skipIf(dumpMajor < testedPostgres)(
  'a dump is restored into the existing database, twice, and the serving role goes on (pg_dump of this version)',
  async () => {
    const { url, db, drop } = await testDatabase()
    const folder = mkdtempSync(join(tmpdir(), 'anode-restore-'))
    const log = { info: () => {}, warn: () => {} }
    const [ownerUrl, servingUrl] = [roleUrl(url, 'owner'), roleUrl(url, 'serving')]
    const run = (line: string) =>
      execFileSync('sh', ['-c', line], { cwd: folder, env: { ...process.env, DATABASE_OWNER_URL: ownerUrl } })
    try {
      await ensureRoles(url, '')
      const order = await writtenOrder(db, snapshotOf('sv'))
      // Of a module from outside.
      const owner = createDatabase(ownerUrl, { log })
      await sql`create schema module_samples`.execute(owner)
      await sql`create table module_samples.sample (store store_code not null)`.execute(owner)
      await sql`insert into module_samples.sample values ('sv')`.execute(owner)
      await owner.destroy()
      for (let round = 0; round < 2; round++) {
        run(linesWith('pg_dump'))
        await sql`update stock set available = 0`.execute(db)
        run(linesWith('psql'))
        run(linesWith('pg_restore'))
        expect(await prepareDatabase({ url: servingUrl, ownerUrl, log })).toEqual([])
        const serving = createDatabase(servingUrl, { log })
        const { rows } = await sql`select number from orders`.execute(serving)
        await serving.destroy()
        expect(rows).toEqual([{ number: order.number }])
        expect((await sql`select store from module_samples.sample`.execute(db)).rows).toEqual([
          { store: 'sv' },
        ])
      }
    } finally {
      rmSync(folder, { recursive: true })
      await drop()
    }
  },
)
