/**
 * Heavy work on index files in a separate process: building a whole index, and checking a file page by page.
 * A process instead of a thread, so that its memory is returned to the system and its crashes are isolated.
 * This is also the main module of that process.
 */
import { fork } from 'node:child_process'
import type { Query } from '../../db/query.ts'
import { openIndexDatabase } from '../schema/index-database.server.ts'
import { sourceModule } from '../../domain/workers/source-module.server.ts'

type Task =
  /** `format`: the format that the caller can read. */
  | { kind: 'build'; databaseUrl: string; path: string; now: number; format: string }
  | { kind: 'check'; path: string }

/** Result of a task: products written, or whether the file is intact. */
export type TaskResult = { products: number } | { whole: boolean }

type Answer = { result: TaskResult } | { error: string }

export interface RunningTask {
  result: Promise<TaskResult>
  /** Ends the process; `result` is rejected. */
  stop(): Promise<void>
}

/** Marks a process as a worker; any other importer of this module only uses `startTask`. */
const taskArgument = '--catalogue-index-task'

/**
 * V8 collects earlier: 20,000 products in four stores take 335 MB instead of 430 and a tenth more time. Not a limit of
 * the heap: a build that meets one fails, and how much a catalogue needs is not known beforehand.
 */
const buildFlags = ['--optimize-for-size', '--max-semi-space-size=4']

/** Starts a task in its own process, which ends with this one. */
export function startTask(task: Task): RunningTask {
  const child = fork(sourceModule('read-model', 'build', 'index-process.server.ts'), [taskArgument], {
    execArgv: buildFlags,
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const result = new Promise<TaskResult>((resolve, reject) => {
    child.once('message', (answer: Answer) => {
      if ('result' in answer) resolve(answer.result)
      else reject(new Error(answer.error))
    })
    child.once('error', reject)
    child.once('exit', (code, signal) => reject(new Error(`the index process ended with ${signal ?? code}`)))
  })
  result.catch(() => {})
  // Not as an argument: the URL contains a password, and arguments are visible to other users.
  child.send(task, (error) => error && child.kill())
  child.unref()
  child.channel?.unref()
  return {
    result,
    async stop() {
      child.kill('SIGKILL')
      await ended
    },
  }
}

async function perform(task: Task): Promise<TaskResult> {
  return task.kind === 'check' ? { whole: isWhole(task.path) } : build(task)
}

/** A build loads the modules that it needs itself: a check, which every start of a node makes, needs none of them. */
async function build(task: Extract<Task, { kind: 'build' }>): Promise<TaskResult> {
  const { schemaHash } = await import('../schema/index-schema.server.ts')
  // This process runs from source, which may already be a newer release than the running node.
  if (task.format !== schemaHash)
    throw new Error('the program files changed while the node was running; restart it.')
  const { addModuleMethods } = await import('../../domain/shipping/module-methods.ts')
  addModuleMethods()
  const { default: pg } = await import('pg')
  const { buildIndexFile } = await import('./index-builder.server.ts')
  const client = new pg.Client({
    connectionString: task.databaseUrl,
    application_name: 'anode-index-build',
    keepAlive: true,
  })
  client.on('error', () => {})
  await client.connect()
  try {
    const query: Query = async <Row>(text: string, values?: unknown[]) =>
      (await client.query(text, values)).rows as Row[]
    return await buildIndexFile(query, task)
  } finally {
    await client.end()
  }
}

function isWhole(path: string): boolean {
  try {
    const db = openIndexDatabase(path, { readOnly: true, cacheKib: 4_096 })
    try {
      return db.get<{ quick_check: string }>('pragma quick_check(1)')?.quick_check === 'ok'
    } finally {
      db.close()
    }
  } catch {
    return false
  }
}

function answer(message: Answer): void {
  process.send?.(message, () => process.disconnect?.())
}

if (process.argv[2] === taskArgument && process.send) {
  // The caller that awaited the result is gone.
  process.once('disconnect', () => process.exit())
  process.once('message', (task: Task) => {
    perform(task).then(
      (result) => answer({ result }),
      (error: Error) => answer({ error: error.message }),
    )
  })
}
