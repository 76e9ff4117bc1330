/**
 * The program of a worker process: runs one job at a time for the process that started it, and ends with it. It may
 * neither write files nor open connections (Node's permission model), and has no secrets in its environment.
 */
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { Worker } from 'node:worker_threads'
import type { WorkerReply, WorkerRequest } from './worker-job.ts'

const [root = '', mostMegabytes = '0'] = process.argv.slice(2)

/** A thread of its own: it watches while this one is busy. */
new Worker(new URL('worker-guard.server.ts', import.meta.url), {
  workerData: { parent: process.ppid, mostBytes: Number(mostMegabytes) * 1024 * 1024 },
  execArgv: [],
  resourceLimits: { maxYoungGenerationSizeMb: 1, maxOldGenerationSizeMb: 16, stackSizeMb: 1 },
}).unref()

// A signal to the whole process group is for the process that started this one: it ends its workers when it stops.
process.on('SIGINT', () => {})
process.on('SIGTERM', () => {})
process.once('disconnect', () => process.exit())

let streamed: AsyncGenerator | null = null

async function answer(request: WorkerRequest): Promise<WorkerReply> {
  if (request.kind === 'run') {
    const { run } = (await import(pathToFileURL(join(root, request.module)).href)) as {
      run: (input: unknown) => unknown
    }
    const given: unknown = run(request.input)
    if (!isGenerator(given)) return { kind: 'done', value: await given }
    streamed = given
    return nextPart(streamed)
  }
  if (!streamed) throw new Error('No streamed answer is open.')
  if (request.kind === 'next') return nextPart(streamed)
  await streamed.return(undefined)
  streamed = null
  return { kind: 'done', value: undefined }
}

async function nextPart(parts: AsyncGenerator): Promise<WorkerReply> {
  const step = await parts.next()
  if (!step.done) return { kind: 'part', value: step.value }
  streamed = null
  return { kind: 'done', value: undefined }
}

const isGenerator = (value: unknown): value is AsyncGenerator =>
  typeof value === 'object' && value !== null && Symbol.asyncIterator in value

function faultOf(error: unknown): WorkerReply {
  streamed = null
  const { name, message, stack = '' } = error instanceof Error ? error : new Error(String(error))
  return { kind: 'fault', name, message, stack }
}

process.on('message', (request: WorkerRequest) => {
  void answer(request)
    .catch(faultOf)
    .then((reply) => process.send?.(reply))
})
