/** The built shop as a child process, the way `npm start` runs it, with its own empty data directory. */
import { once } from 'node:events'
import { chmod, mkdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { builtServerProgram } from '../cli/ensure-built.mjs'
import { destroyEmbeddedPostgres } from '../server/embedded-postgres/embedded-postgres.ts'
import { projectRoot } from '../server/project-root.ts'
import { freePort } from './free-port.ts'
import { isReady, spawnNode } from './node-process.ts'

export interface BuiltServer {
  /** Origin without a trailing slash. */
  url: string
  /** Port of the back office's listener, whose host is `admin.localhost`. */
  adminPort: number
  dataDir: string
  /** Process id of the node. */
  pid: number
  /** Stops it with SIGTERM, removes the data it began with; throws if it does not exit cleanly within 20 s. */
  stop: () => Promise<void>
}

const startTimeoutMs = 180_000

/**
 * Starts it on free ports and waits until it is ready. The data directory is created, and removed by `stop`.
 */
export async function startBuiltServer(options: {
  dataDir: string
  env?: Record<string, string>
  /** Use the stores' own buyer limits instead of those of test/run-built-shop.ts. */
  storeLimits?: boolean
  /** Folder of another built project, which runs with the stores' own limits. */
  project?: string
  /**
   * Be another node of the shop that already runs on this data directory, at this public address: it serves
   * pages, runs no jobs, and leaves the data behind. Its start takes 3.7 s of processor time, a new shop's 9.4 s.
   */
  joins?: string
}): Promise<BuiltServer> {
  const { dataDir, storeLimits = false, project = projectRoot, joins } = options
  await mkdir(dataDir, { recursive: true })
  await chmod(dataDir, 0o711)
  const port = await freePort()
  const simulatorPort = await freePort()
  const adminPort = await freePort()
  const url = `http://localhost:${port}`
  const logFile = join(dataDir, joins ? `server-${port}.log` : 'server.log')
  const isThisProject = project === projectRoot
  if (isThisProject && !builtServerProgram())
    throw new Error('The shop is not built: run `npm test`, or `npm run build` first.')
  const program = join(project, isThisProject ? 'test/run-built-shop.ts' : 'build/server/main.js')
  const child = spawnNode({
    program,
    cwd: project,
    logFile,
    env: {
      DATABASE_URL: '',
      SECRET: '',
      PORT: String(port),
      HOST: '127.0.0.1',
      PUBLIC_URL: joins ?? url,
      SIMULATOR_PORT: String(simulatorPort),
      ...(!joins && { ADMIN_PORT: String(adminPort), ADMIN_URL: `http://admin.localhost:${adminPort}` }),
      DATA_DIR: dataDir,
      DEMO: joins ? '0' : '1',
      ROLE: joins ? 'web' : 'web,jobs',
      LOG_LEVEL: 'info',
      ANODE_STORE_LIMITS: storeLimits ? '1' : '',
      ...options.env,
    },
  })
  const lastWords = async () => (await readFile(logFile, 'utf8')).split('\n').slice(-40).join('\n')
  const ended = once(child, 'exit')
  const remove = async () => {
    if (joins) return rm(logFile, { force: true })
    await destroyEmbeddedPostgres(dataDir)
    await rm(dataDir, { recursive: true, force: true, maxRetries: 5 })
  }
  const deadline = Date.now() + startTimeoutMs
  while (!(await isReady(url))) {
    if (child.exitCode !== null || child.signalCode !== null || Date.now() > deadline) {
      child.kill('SIGKILL')
      const words = await lastWords()
      await remove()
      throw new Error(`The server did not become ready. Its last words:\n${words}`)
    }
    await sleep(100)
  }
  return {
    url,
    adminPort,
    dataDir,
    pid: child.pid ?? 0,
    async stop() {
      child.kill('SIGTERM')
      const inTime = await Promise.race([ended, sleep(20_000, undefined, { ref: false })])
      child.kill('SIGKILL')
      const words = await lastWords()
      await remove()
      if (!inTime) throw new Error(`The server did not end within 20 s of SIGTERM. Its last words:\n${words}`)
      if (child.exitCode !== 0) {
        throw new Error(
          `The server ended with ${child.exitCode ?? child.signalCode}. Its last words:\n${words}`,
        )
      }
    },
  }
}
