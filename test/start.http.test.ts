import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chmod, mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { destroyEmbeddedPostgres } from '../server/embedded-postgres/embedded-postgres.ts'
import { projectRoot } from '../server/project-root.ts'
import { freePort } from './free-port.ts'
import { isReady } from './node-process.ts'

let dataDir: string
let url: string
let env: Record<string, string | undefined>
const started: ChildProcess[] = []

// One data directory: only its first start initialises a database.
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'anode-start-'))
  await chmod(dataDir, 0o711)
  const port = await freePort()
  const simulatorPort = await freePort()
  url = `http://localhost:${port}`
  const own = { PORT: String(port), SIMULATOR_PORT: String(simulatorPort), DATA_DIR: dataDir, DEMO: '0' }
  env = { ...process.env, ...own, HOST: '127.0.0.1', PUBLIC_URL: url, DATABASE_URL: '', SECRET: '' }
})

afterEach(() => {
  for (const child of started.splice(0)) child.kill('SIGKILL')
})

afterAll(async () => {
  await destroyEmbeddedPostgres(dataDir)
  await rm(dataDir, { recursive: true, force: true, maxRetries: 10 })
})

/** `npm start` without npm; resolves when the shop is ready. */
async function start(): Promise<ChildProcess> {
  const program = join(projectRoot, 'cli', 'start.mjs')
  const child = spawn(process.execPath, [program], {
    env,
    cwd: projectRoot,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let words = ''
  child.stdout?.on('data', (chunk) => (words += chunk))
  child.stderr?.on('data', (chunk) => (words += chunk))
  started.push(child)
  while (!(await isReady(url))) {
    if (child.exitCode !== null) throw new Error(`npm start gave up:\n${words}`)
    await new Promise((next) => setTimeout(next, 50))
  }
  return child
}

async function end(child: ChildProcess, signal: 'SIGINT' | 'SIGTERM' | 'SIGKILL'): Promise<number | null> {
  const ended = once(child, 'exit')
  child.kill(signal)
  const [code] = (await ended) as [number | null]
  return code
}

const databaseRuns = () => existsSync(join(dataDir, 'postgres', 'cluster', 'postmaster.pid'))
/** Created with every new database cluster. */
const databaseId = () => stat(join(dataDir, 'postgres', 'cluster', 'PG_VERSION')).then(({ ino }) => ino)
const allGone = () =>
  vi.waitUntil(async () => !databaseRuns() && !(await isReady(url)), { timeout: 20_000, interval: 100 })

describe('npm start', { timeout: 120_000 }, () => {
  it('stops the shop and its database cleanly on SIGINT and SIGTERM, and keeps its database', async () => {
    const ids: number[] = []
    for (const signal of ['SIGINT', 'SIGTERM'] as const) {
      const child = await start()
      expect(databaseRuns()).toBe(true)
      ids.push(await databaseId())
      expect(await end(child, signal)).toBe(0)
      expect(databaseRuns()).toBe(false)
      expect(await isReady(url)).toBe(false)
    }
    expect(ids[1]).toEqual(ids[0])
  })

  it('leaves no shop and no database process behind when it is killed', async () => {
    await end(await start(), 'SIGKILL')
    await allGone()
    expect(await end(await start(), 'SIGTERM')).toBe(0)
  })

  it.runIf(process.platform === 'linux')('starts again after its server was killed', async () => {
    const child = await start()
    const children = await readFile(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8')
    const ended = once(child, 'exit')
    process.kill(Number(children.trim().split(' ')[0]), 'SIGKILL')
    expect((await ended)[0]).toBe(1)
    expect(await end(await start(), 'SIGTERM')).toBe(0)
  })
})
