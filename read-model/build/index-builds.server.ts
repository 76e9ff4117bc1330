/** Builds of the index file in a separate process: at most one runs, and a failed one is retried later. */
import { buildingFile, openIndexFile, removeIndexFile, type IndexPlace } from '../schema/index-file.server.ts'
import { startTask, type RunningTask } from './index-process.server.ts'
import { schemaHash } from '../schema/index-schema.server.ts'

export interface BuildsOptions {
  place: IndexPlace
  databaseUrl: string
  now: () => number
  log: { info(text: string): void; warn(text: string): void }
  /** Called when a build has ended, successfully or not. */
  onEnd: () => void
  /** How a build is started; by default in a separate process. */
  startTask?: typeof startTask
}

/** Delay after the first failure; doubled with each further one. */
const shortestPauseMs = 2_000
const longestPauseMs = 15_000

interface Build {
  task: RunningTask
  file: string
  outcome: 'running' | 'built' | 'failed'
}

export interface IndexBuilds {
  /** Starts a build unless one runs, is finished but not taken, or failed recently. */
  start(): void
  /** Number of builds started. */
  started(): number
  /** Resolves when the current build has ended; at once if there is none. */
  ended(): Promise<void>
  busy(): boolean
  /**
   * The file of a finished build, once; null if there is none. `failed`: the build must be requested again.
   */
  take(): { file: string } | { failed: true } | null
  /** Allows the next start immediately. */
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

/** The current file is replaced by this one, so this program must be able to read it. */
function requireUsable(file: string): void {
  const db = openIndexFile(file, false)
  if (!db) throw new Error('what was built is no whole index of the format that this program reads.')
  db.close()
}
