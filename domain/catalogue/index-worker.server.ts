/**
 * Heavy work on index files in a thread of its own, so that the serving thread never waits: building a whole
 * index, and checking a file page by page. Also the main module of that thread.
 */
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'
import pg from 'pg'
import type { Query } from './catalogue-rows.server.ts'
import { buildIndexFile } from './index-builder.server.ts'
import { openIndexDatabase } from './index-database.server.ts'

type Task =
  | { kind: 'build'; databaseUrl: string; path: string; now: number }
  | { kind: 'check'; path: string }

/** What a task came to: products written, or whether the file is whole. */
export type TaskResult = { products: number } | { whole: boolean }

export interface RunningTask {
  result: Promise<TaskResult>
  /** Ends the thread; `result` is rejected. */
  stop(): Promise<void>
}

/** Starts a task in its own thread. */
export function startTask(task: Task): RunningTask {
  const worker = new Worker(workerModule(), { workerData: task, execArgv: [] })
  const result = new Promise<TaskResult>((resolve, reject) => {
    worker.once('message', resolve)
    worker.once('error', reject)
    worker.once('exit', () => reject(new Error('The index thread ended without a result.')))
  })
  result.catch(() => {})
  worker.unref()
  return { result, stop: async () => void (await worker.terminate()) }
}

/** This module's source: bundled code lies elsewhere below the checkout, and threads start from a file. */
function workerModule(): string {
  const path = join('domain', 'catalogue', 'index-worker.server.ts')
  for (let folder = import.meta.dirname; ; folder = dirname(folder)) {
    if (existsSync(join(folder, path))) return join(folder, path)
    if (folder === dirname(folder)) throw new Error(`${path} was not found above ${import.meta.dirname}.`)
  }
}

async function perform(task: Task): Promise<TaskResult> {
  if (task.kind === 'check') return { whole: isWhole(task.path) }
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

interface TaskData {
  kind?: unknown
}

if (!isMainThread && ['build', 'check'].includes((workerData as TaskData | null)?.kind as string)) {
  const task = workerData as Task
  parentPort?.postMessage(await perform(task))
}
