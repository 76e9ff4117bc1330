/** Builds of the index file in a process of their own: at most one runs, and a failed one is tried again later. */
import { buildingFile, openIndexFile, removeIndexFile, type IndexPlace } from '../schema/index-file.server.ts'
import { startTask, type RunningTask } from './index-process.server.ts'
import { schemaHash } from '../schema/index-schema.server.ts'

export interface BuildsOptions {
  place: IndexPlace
  databaseUrl: string
  now: () => number
  log: { info(text: string): void; warn(text: string): void }
  /** Called when a build has ended, well or not. */
  onEnd: () => void
  /** How a build is begun; a process of its own where nothing is said. */
  startTask?: typeof startTask
}

/** After the first failure; each further one doubles it. */
const shortestPauseMs = 2_000
const longestPauseMs = 15_000

interface Build {
  task: RunningTask
  file: string
  outcome: 'running' | 'built' | 'failed'
}

export interface IndexBuilds {
  /** Starts one unless one runs, waits to be taken, or failed just now. */
  start(): void
  /** How many were started. */
  started(): number
  /** Resolves when the present one has ended; at once where there is none. */
  ended(): Promise<void>
  busy(): boolean
  /** The file of a finished build, once; null where there is none. `failed`: it must be asked for again. */
  take(): { file: string } | { failed: true } | null
  /** Lets the next start happen at once. */
  hurry(): void
  stop(): Promise<void>
}

export function createBuilds(options: BuildsOptions): IndexBuilds {
  let build: Build | null = null
  let started = 0
  let retryAt = 0
  let pauseMs = shortestPauseMs
  let stopped = false

  function begin(): Build {
    const file = buildingFile(options.place, ++started)
    const task = (options.startTask ?? startTask)({
      kind: 'build',
      databaseUrl: options.databaseUrl,
      path: file,
      now: options.now(),
      format: schemaHash,
    })
    return { task, file, outcome: 'running' }
  }

  async function follow(own: Build): Promise<void> {
    const began = Date.now()
    try {
      const result = await own.task.result
      requireUsable(own.file)
      own.outcome = 'built'
      const seconds = ((Date.now() - began) / 1000).toFixed(1)
      options.log.info(
        `Built the catalogue index: ${'products' in result ? result.products : 0} products in ${seconds} s.`,
      )
    } catch (error) {
      own.outcome = 'failed'
      if (!stopped) options.log.warn(`Building the catalogue index failed: ${(error as Error).message}`)
    }
    if (!stopped) options.onEnd()
  }

  return {
    start() {
      if (build || stopped || Date.now() < retryAt) return
      build = begin()
      void follow(build)
    },
    started: () => started,
    ended: async () => void (await build?.task.result.catch(() => {})),
    busy: () => build !== null,
    take() {
      if (!build || build.outcome === 'running') return null
      const { file, outcome } = build
      build = null
      if (outcome === 'built') {
        pauseMs = shortestPauseMs
        return { file }
      }
      removeIndexFile(file)
      retryAt = Date.now() + pauseMs
      pauseMs = Math.min(pauseMs * 2, longestPauseMs)
      return { failed: true }
    },
    hurry() {
      retryAt = 0
    },
    async stop() {
      stopped = true
      const under = build
      build = null
      await under?.task.stop()
      if (under) removeIndexFile(under.file)
    },
  }
}

/** The file in use is given up for this one, so it must be one that this program can read. */
function requireUsable(file: string): void {
  const db = openIndexFile(file, false)
  if (!db) throw new Error('what was built is no whole index of the format that this program reads.')
  db.close()
}
