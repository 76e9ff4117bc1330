import { sql } from 'kysely'
import { fromKysely, PgBoss } from 'pg-boss'
import { expect, it, vi } from 'vitest'
import { createPictureDownloader } from '../../domain/pictures/download-picture.server.ts'
import { onlyLoopbackPort, photo, startWebServer } from '../../domain/pictures/photo-fixture.test-support.ts'
import { publicNetwork } from '../../domain/network/public-network.server.ts'
import { testDatabase } from '../../test/database.ts'
import { smallCatalogue } from '../../test/small-catalogue.ts'
import { composeJobs } from '../compose.ts'
import { testServices } from '../../test/composition.ts'

it('a running node fetches a product’s photos every minute by schedule', async () => {
  await using cleanup = new AsyncDisposableStack()
  const test = await testDatabase()
  cleanup.defer(() => test.drop())
  const bytes = await photo().jpeg().toBuffer()
  const server = await startWebServer((_request, response) => void response.end(bytes))
  cleanup.defer(() => server.stop())
  const ids = await smallCatalogue(test.db)
  const source = `${server.origin}/aa.jpg`
  await sql`insert into product_image values (${ids['NC-AA4']!}, 5, 1, ${source}, '{}')`.execute(test.db)
  const downloadPicture = createPictureDownloader({ network: onlyLoopbackPort(server.port, publicNetwork) })
  const jobs = composeJobs(testServices({ db: test.db, replace: { downloadPicture } }), {
    mailer: { send: () => Promise.reject(new Error('no mail is expected')) },
  })
  await jobs.start()
  cleanup.defer(() => jobs.stop())
  const { rows } = await sql`select cron from pgboss.schedule where name = 'fetch-pictures'`.execute(test.db)
  expect(rows).toEqual([{ cron: '* * * * *' }])
  // Enqueues now the job that the schedule enqueues every minute.
  const boss = new PgBoss({ db: fromKysely(test.db), migrate: false, supervise: false, schedule: false })
  await boss.start()
  cleanup.defer(() => boss.stop({ graceful: false, close: false }))
  await boss.send('fetch-pictures', {})
  const isStored = async () =>
    (await sql`select 1 from picture_source where source = ${source} and sha256 is not null`.execute(test.db))
      .rows.length
  await vi.waitFor(async () => expect(await isStored()).toBe(1), { timeout: 30_000, interval: 100 })
})
