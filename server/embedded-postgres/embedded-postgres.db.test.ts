import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chmod, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { destroyEmbeddedPostgres, startEmbeddedPostgres } from './embedded-postgres.ts'
import { projectRoot } from '../project-root.ts'

const silent = { info: () => {}, warn: () => {}, error: () => {} }
const program = join(projectRoot, 'test', 'embedded-postgres-process.ts')
let dataDir: string
let children: ChildProcess[]
/** A data directory with a stopped cluster, for the tests that are not about the first start. */
let initialised: string

beforeAll(async () => {
  initialised = await mkdtemp(join(tmpdir(), 'anode-postgres-initialised-'))
  await chmod(initialised, 0o711)
  const postgres = await startEmbeddedPostgres({ dataDir: initialised, log: silent })
  await postgres.stop()
})

afterAll(async () => {
  await destroyEmbeddedPostgres(initialised)
  await rm(initialised, { recursive: true, force: true, maxRetries: 5 })
})

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'anode-postgres-'))
  await chmod(dataDir, 0o711)
  children = []
})

afterEach(async () => {
  for (const child of children) child.kill('SIGKILL')
  await destroyEmbeddedPostgres(dataDir)
  await rm(dataDir, { recursive: true, force: true, maxRetries: 5 })
})

/** Copies it with its owner; initdb takes a second of processor time. */
const useInitialised = () => promisify(execFile)('cp', ['-a', join(initialised, 'postgres'), dataDir])

function startProcess(): ChildProcess {
  const child = spawn(process.execPath, [program, dataDir], { stdio: ['ignore', 'pipe', 'inherit'] })
  children.push(child)
  return child
}

async function urlOf(child: ChildProcess): Promise<string> {
  const [chunk] = (await once(child.stdout!, 'data')) as [Buffer]
  return chunk.toString().trim()
}

async function end(child: ChildProcess, signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
  const ended = once(child, 'exit')
  child.kill(signal)
  await ended
}

async function ask<Row>(url: string, statement: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query(statement)).rows as Row[]
  } finally {
    await client.end().catch(() => {})
  }
}

const home = () => join(dataDir, 'postgres')
const pidFile = () => join(home(), 'cluster', 'postmaster.pid')
const postmasterPid = async () => Number((await readFile(pidFile(), 'utf8')).split('\n')[0])
const stopped = () => vi.waitUntil(() => !existsSync(pidFile()), { timeout: 30_000 })

/** The ids of the shells that stop the database when its processes are killed, one for each of them. */
async function watchdogs(): Promise<number[]> {
  const found: number[] = []
  for (const name of await readdir('/proc')) {
    const command = await readFile(`/proc/${name}/cmdline`, 'utf8').catch(() => '')
    if (command.includes('anode-postgres-watchdog') && command.includes(home())) found.push(Number(name))
  }
  return found
}

async function killWatchdogs(): Promise<void> {
  for (const watchdog of await watchdogs()) process.kill(watchdog, 'SIGKILL')
  await vi.waitUntil(async () => (await watchdogs()).length === 0, { timeout: 30_000 })
}

/** Until the shell of a killed process has unregistered it and decided whether to stop the database. */
const unregistered = (left: number) =>
  vi.waitUntil(
    async () =>
      (await readdir(join(home(), 'users'))).length === left && !existsSync(join(home(), 'stopping')),
    { timeout: 30_000 },
  )

describe('the embedded database', () => {
  it('restarts on its previous port with its data, and is stopped in between', async () => {
    await useInitialised()
    const first = await startEmbeddedPostgres({ dataDir, log: silent })
    await ask(first.url, 'create table kept as select 1 as n')
    await first.stop()
    expect(existsSync(pidFile())).toBe(false)
    const second = await startEmbeddedPostgres({ dataDir, log: silent })
    expect(second.url).toBe(first.url)
    expect(await ask(second.url, 'select n from kept')).toEqual([{ n: 1 }])
    await second.stop()
    expect((await stat(join(home(), 'password'))).mode & 0o777).toBe(0o600)
  })

  it('has durable writes and listens on this machine only', async () => {
    await useInitialised()
    const postgres = await startEmbeddedPostgres({ dataDir, log: silent })
    const rows = await ask(
      postgres.url,
      `select name, setting from pg_settings where name in ('fsync', 'synchronous_commit', 'full_page_writes', 'listen_addresses') order by name`,
    )
    expect(rows.map((row) => Object.values(row as object))).toEqual([
      ['fsync', 'on'],
      ['full_page_writes', 'on'],
      ['listen_addresses', '127.0.0.1'],
      ['synchronous_commit', 'on'],
    ])
    const wrong = postgres.url.replace(/:[^:@]+@/, ':wrong@')
    await expect(ask(wrong, 'select 1')).rejects.toThrow(/password/)
    await postgres.stop()
  })

  it('is shared by processes that start at the same moment, and stops with the last', async () => {
    const three = [startProcess(), startProcess(), startProcess()]
    const urls = await Promise.all(three.map(urlOf))
    expect(new Set(urls).size).toBe(1)
    await Promise.all(three.slice(1).map((child) => end(child, 'SIGTERM')))
    expect(await ask(urls[0]!, 'select 1 as n')).toEqual([{ n: 1 }])
    await end(three[0]!, 'SIGTERM')
    expect(existsSync(pidFile())).toBe(false)
    expect((await readdir(dataDir)).sort()).toEqual(['postgres'])
  })
})

describe('after a kill -9', () => {
  it('of its process, the database stops by itself and restarts with its data', async () => {
    await useInitialised()
    const child = startProcess()
    await ask(await urlOf(child), 'create table kept as select 1 as n')
    await end(child, 'SIGKILL')
    await stopped()
    const again = await startEmbeddedPostgres({ dataDir, log: silent })
    expect(await ask(again.url, 'select n from kept')).toEqual([{ n: 1 }])
    await again.stop()
  })

  it('of one process, the database keeps running for the other', async () => {
    await useInitialised()
    const [server, tool] = [startProcess(), startProcess()]
    const url = await urlOf(tool)
    await unregistered(2)
    await end(server, 'SIGKILL')
    await unregistered(1)
    expect(await ask(url, 'select 1 as n')).toEqual([{ n: 1 }])
    await end(tool, 'SIGTERM')
    expect(existsSync(pidFile())).toBe(false)
  })

  it.runIf(process.platform === 'linux')(
    'of everything but the database, it is adopted and then ended',
    async () => {
      await useInitialised()
      const child = startProcess()
      const url = await urlOf(child)
      const pid = await postmasterPid()
      await killWatchdogs()
      await end(child, 'SIGKILL')
      const again = await startEmbeddedPostgres({ dataDir, log: silent })
      expect(again.url).toBe(url)
      expect(await postmasterPid()).toBe(pid)
      await again.stop()
      expect(existsSync(pidFile())).toBe(false)
    },
  )

  it('of the database alone, it restarts at the same address without losing committed data', async () => {
    await useInitialised()
    const postgres = await startEmbeddedPostgres({ dataDir, log: silent })
    await ask(postgres.url, 'create table kept as select 1 as n')
    const pid = await postmasterPid()
    process.kill(pid, 'SIGKILL')
    await vi.waitUntil(async () => (await postmasterPid().catch(() => pid)) !== pid, { timeout: 30_000 })
    await vi.waitFor(() => ask(postgres.url, 'select 1'), { timeout: 30_000 })
    expect(await ask(postgres.url, 'select n from kept')).toEqual([{ n: 1 }])
    await postgres.stop()
    expect(existsSync(pidFile())).toBe(false)
  })

  it('at any moment of the first start, the next start works', async () => {
    for (const delay of [100, 200, 300, 450, 600, 750, 900]) {
      const child = startProcess()
      const ended = once(child, 'exit')
      await sleep(delay)
      child.kill('SIGKILL')
      await ended
    }
    const postgres = await startEmbeddedPostgres({ dataDir, log: silent })
    expect(await ask(postgres.url, 'select 1 as n')).toEqual([{ n: 1 }])
    await postgres.stop()
    expect((await readdir(dataDir)).filter((name) => name !== 'postgres')).toEqual([])
  })

  it('a reused pid in postmaster.pid does not block the start, and its process is not killed', async () => {
    await useInitialised()
    const first = await startEmbeddedPostgres({ dataDir, log: silent })
    const lines = (await readFile(pidFile(), 'utf8')).split('\n')
    await first.stop()
    const owner = await stat(join(home(), 'cluster'))
    const asOwner = process.getuid?.() === 0 ? { uid: owner.uid, gid: owner.gid } : {}
    const stranger = spawn('sleep', ['60'], { stdio: 'ignore', cwd: '/', ...asOwner })
    children.push(stranger)
    await writeFile(pidFile(), [String(stranger.pid), ...lines.slice(1)].join('\n'))
    const second = await startEmbeddedPostgres({ dataDir, log: silent })
    expect(await ask(second.url, 'select 1 as n')).toEqual([{ n: 1 }])
    await second.stop()
    expect(stranger.exitCode ?? stranger.signalCode).toBe(null)
  })
})

describe.runIf(process.getuid?.() === 0)('as root behind a closed folder', () => {
  it('the cluster is stored where its user can access it, and the data directory records where', async () => {
    await chmod(dataDir, 0o700)
    const first = await startEmbeddedPostgres({ dataDir, log: silent })
    await ask(first.url, 'create table kept as select 1 as n')
    await first.stop()
    const note = JSON.parse(await readFile(join(dataDir, 'postgres-elsewhere.json'), 'utf8')) as {
      directory: string
    }
    expect((await stat(join(note.directory, '..'))).mode & 0o777).toBe(0o700)
    const second = await startEmbeddedPostgres({ dataDir, log: silent })
    expect(await ask(second.url, 'select n from kept')).toEqual([{ n: 1 }])
    await second.stop()
    await destroyEmbeddedPostgres(dataDir)
    expect(existsSync(note.directory)).toBe(false)
  })

  it('a data directory that was removed and recreated starts empty', async () => {
    await chmod(dataDir, 0o700)
    const first = await startEmbeddedPostgres({ dataDir, log: silent })
    await ask(first.url, 'create table kept as select 1 as n')
    await first.stop()
    await rm(join(dataDir, 'postgres-elsewhere.json'))
    const second = await startEmbeddedPostgres({ dataDir, log: silent })
    await expect(ask(second.url, 'select n from kept')).rejects.toThrow(/does not exist/)
    await second.stop()
  })
})
