/** A PostgreSQL server of its own that a test kills; it is started again at the same address. */
import { readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { startEmbeddedPostgres } from '../server/embedded-postgres/embedded-postgres.ts'
import { readPostmaster } from '../server/embedded-postgres/postmaster.ts'

export interface KillablePostgres {
  /** As superuser, as the owner of the schema, and as the role that serves the shop. */
  url: string
  ownerUrl: string
  servingUrl: string
  /** Kills the postmaster and all of its processes with SIGKILL. It is started again within a second. */
  kill(): Promise<void>
  /** Kills one server process, after which PostgreSQL ends all sessions and recovers. False: there is none. */
  killBackend(): Promise<boolean>
  /** Resolves when it accepts connections. */
  ready(): Promise<void>
  /** Stops it; its data stays. */
  stop(): Promise<void>
}

const silent = { info: () => {}, warn: () => {}, error: () => {} }

/** `settings` beside the embedded server's own. `dataDir` must be readable for other users (mode 711). */
export async function startKillablePostgres(
  dataDir: string,
  settings: Record<string, string> = {},
): Promise<KillablePostgres> {
  // A killed process loses nothing that it has written to a file, so nothing waits for the disk.
  const { url, ownerUrl, servingUrl, stop } = await startEmbeddedPostgres({
    dataDir,
    log: silent,
    settings: { fsync: 'off', ...settings },
  })
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query<{ data_directory: string }>('show data_directory')
  await client.end()
  const directory = rows[0]!.data_directory
  return {
    url,
    ownerUrl,
    servingUrl,
    async kill() {
      const postmaster = await readPostmaster({ directory })
      if (!postmaster) return
      const children = await childrenOf(postmaster.pid)
      for (const pid of [postmaster.pid, ...children]) endProcess(pid)
    },
    async killBackend() {
      const postmaster = await readPostmaster({ directory })
      const backends = postmaster ? await backendsOf(postmaster.pid) : []
      if (backends[0] === undefined) return false
      endProcess(backends[0])
      return true
    },
    async ready() {
      while (!(await answers(url))) await sleep(50)
    },
    stop,
  }
}

async function childrenOf(pid: number): Promise<number[]> {
  const text = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '')
  return text.split(' ').filter(Boolean).map(Number)
}

/** The processes that serve connections of the shop. */
async function backendsOf(pid: number): Promise<number[]> {
  const backends: number[] = []
  for (const child of await childrenOf(pid)) {
    const title = await readFile(`/proc/${child}/cmdline`, 'utf8').catch(() => '')
    if (/^postgres: anode\S* anode /.test(title)) backends.push(child)
  }
  return backends
}

function endProcess(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

async function answers(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000 })
  client.on('error', () => {})
  try {
    await client.connect()
    await client.query('select 1')
    return true
  } catch {
    return false
  } finally {
    await client.end().catch(() => {})
  }
}
