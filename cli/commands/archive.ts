/** `anode archive`: a whole shop as documented files, and back. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Command } from 'commander'
import pg from 'pg'
import { ArchiveFault } from '../../shop-archive/archive-fault.ts'
import { importArchive, openArchive } from '../../shop-archive/import-archive.server.ts'
import { writeArchive } from '../../shop-archive/write-archive.server.ts'
import { printFacts } from '../../sdk/command-output.ts'
import { Refusal } from '../../sdk/refusal.ts'
import { projectRoot } from '../../server/project-root.ts'
import { withShop } from '../shop-session.ts'

interface ExportOptions {
  withLogins?: boolean
  json?: boolean
}

export function archiveCommand(): Command {
  const command = new Command('archive').description(
    'write a whole shop as documented files, and import them',
  )
  command
    .command('export')
    .description('write all data of the shop into a new folder; the shop goes on meanwhile')
    .argument('<folder>', 'a folder that does not exist yet, or is empty')
    .option('--with-logins', 'also the password hashes and passkeys of customers, who then keep their logins')
    .option('--json', 'print the summary as JSON')
    .addHelpText(
      'after',
      `
The archive names customers and what they bought: protect it as you protect a backup. docs/shop-archive.md describes its files.
Examples:
  anode archive export /srv/anode-2026-11-29
  anode archive export /srv/anode-2026-11-29 --with-logins`,
    )
    .action(exportShop)
  command
    .command('import')
    .description('fill an empty shop of the same release with an archive')
    .argument('<folder>', 'the folder that `anode archive export` wrote')
    .option('--json', 'print the summary as JSON')
    .addHelpText(
      'after',
      `
All of it is imported, or nothing. No mail is sent for it and no event published. Give the new shop the SECRET of the
old one, or list it in SECRET_PREVIOUS: gift cards are found by it.
Examples:
  anode archive import /srv/anode-2026-11-29`,
    )
    .action(importShop)
  return command
}

async function exportShop(
  folder: string,
  { withLogins = false, json = false }: ExportOptions,
): Promise<void> {
  const schema = await readFile(join(projectRoot, 'db', 'schema.sql'), 'utf8')
  const manifest = await withShop(({ url, keys }) =>
    withClient(url, async (client) => {
      await warnOfJobs(client)
      return writeArchive(client, folder, {
        logins: withLogins,
        secrets: keys.ids,
        at: Date.now(),
        schema,
        onTable: sayTable,
      })
    }),
  )
  printFacts(summaryOf(folder, manifest.tables), { json })
}

/** Mails and other work that nobody has done yet, or that failed and waits for staff; jobs at fixed times are the same in every shop. */
async function warnOfJobs(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string; jobs: number }>(
    `select name, count(*)::int as jobs from (
       select j.name from pgboss.job j join pgboss.queue q on q.name = j.name
       where j.state in ('created', 'retry', 'active', 'failed') and q.policy <> 'singleton'
       union all select template from mail_outbox where state in ('waiting', 'sending', 'failed')
     ) as waiting group by 1 order by 1`,
  )
  if (rows.length === 0) return
  const jobs = rows.reduce((sum, each) => sum + each.jobs, 0)
  process.stderr.write(
    `${jobs} ${jobs === 1 ? 'job waits' : 'jobs wait'} (${rows.map(({ name }) => name).join(', ')}) and ${
      jobs === 1 ? 'is' : 'are'
    } not in the archive. To move the shop, export it again once this is done.\n`,
  )
}

async function importShop(folder: string, { json = false }: { json?: boolean }): Promise<void> {
  const manifest = await withShop(async ({ ownerUrl, keys }) => {
    const { secrets } = await openArchive(folder).catch(refuseFault)
    if (!secrets.some((id) => keys.ids.includes(id)))
      process.stderr.write(
        'The archive was written under another SECRET. Until SECRET_PREVIOUS lists it, its gift cards are not found by their codes, and limits per customer count from none.\n',
      )
    return withClient(ownerUrl, (client) => importArchive(client, folder, { onTable: sayTable }))
  })
  printFacts(
    summaryOf(
      folder,
      manifest.tables.filter(({ kind }) => kind === 'import'),
    ),
    { json },
  )
}

const summaryOf = (folder: string, tables: readonly { rows: number }[]) => ({
  folder,
  tables: tables.length,
  rows: tables.reduce((sum, { rows }) => sum + rows, 0),
})

function sayTable(table: string, rows: number): void {
  if (rows > 0) process.stderr.write(`${table}: ${rows.toLocaleString('en')}\n`)
}

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url, application_name: 'anode archive' })
  // A lost connection also fails the query that runs; without a listener it would end the process.
  client.on('error', () => {})
  await client.connect()
  try {
    return await work(client).catch(refuseFault)
  } finally {
    await client.end().catch(() => {})
  }
}

function refuseFault(error: unknown): never {
  if (error instanceof ArchiveFault) throw new Refusal(error.message)
  throw error
}
