/**
 * Worker processes for files of others and for documents that are drawn. Processes, not threads: a decoder in native code
 * cannot be stopped within a process, and its memory is the process's. They are started when they are needed, bounded in
 * number, ended when they are idle, and killed when a job takes too long.
 */
import { fork, type ChildProcess } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { dirname } from 'node:path'
import { sourceModule } from './source-module.server.ts'
import {
  WorkerFailure,
  type WorkerAnswer,
  type WorkerFailureCode,
  type WorkerJob,
  type WorkerReply,
  type WorkerRequest,
} from './worker-job.ts'

export interface WorkerPoolOptions {
  /** Most processes at a time. Streamed answers leave one of them to the others. */
  most?: number
  /** Resident memory of a process above which it is ended. */
  mostMegabytes?: number
  /** How long a process without a job is kept, milliseconds. */
  idleMs?: number
}

export interface WorkerPool {
  /** Runs a job. Throws what its function throws, as an Error of the same name and message. */
  run<Input, Output>(
    job: WorkerJob<Input, Output>,
    input: NoInfer<Input>,
  ): Promise<WorkerAnswer<Awaited<Output>>>
  /**
   * The parts of a streamed answer, of which the next one is made while the last one is used. Throws `WorkerFailure`
   * where the worker fails, and what the function throws.
   */
  stream<Input, Part>(job: WorkerJob<Input, AsyncIterable<Part>>, input: NoInfer<Input>): AsyncGenerator<Part>
  /** Processes that run now. */
  size(): number
  /** Kills every process; what they were doing ends with `worker_ended`. The pool can be used again. */
  end(): void
}

/** V8's heap; the rest of the memory is for buffers and native code. */
const heapMegabytes = 512

/** Reads any file and starts the guard; native code is for pictures. No network, no processes, no writing. */
const permissions = [
  '--permission',
  '--allow-fs-read=*',
  '--allow-addons',
  '--allow-worker',
  '--disable-warning=SecurityWarning',
]

/** What a job may know of the environment: no secrets. */
const passedVariables = ['PATH', 'TZ', 'LANG', 'LC_ALL', 'NODE_ENV', 'SystemRoot', 'MALLOC_ARENA_MAX']

type Outcome = { reply: WorkerReply } | { failure: WorkerFailureCode }

interface WorkerProcess {
  child: ChildProcess
  /** Settles the pending request. */
  settle: ((outcome: Outcome) => void) | null
  idleTimer: NodeJS.Timeout | null
}

interface Waiting {
  isStream: boolean
  begin: (worker: WorkerProcess) => void
  refuse: () => void
}

export function createWorkerPool(options: WorkerPoolOptions = {}): WorkerPool {
  const {
    most = Math.min(6, Math.max(3, availableParallelism())),
    mostMegabytes = 1024,
    idleMs = 15_000,
  } = options
  const all = new Set<WorkerProcess>()
  const idle: WorkerProcess[] = []
  let waiting: Waiting[] = []
  let streams = 0

  function start(): WorkerProcess {
    const program = sourceModule('domain', 'workers', 'worker-process.server.ts')
    const child = fork(program, [dirname(dirname(dirname(program))), String(mostMegabytes)], {
      serialization: 'advanced',
      execArgv: [`--max-old-space-size=${heapMegabytes}`, ...permissions],
      env: Object.fromEntries(
        passedVariables.flatMap((name) => {
          const { [name]: value } = process.env
          return value === undefined ? [] : [[name, value]]
        }),
      ),
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    })
    const worker: WorkerProcess = { child, settle: null, idleTimer: null }
    all.add(worker)
    child.on('message', (reply) => worker.settle?.({ reply: reply as WorkerReply }))
    child.once('error', () => bury(worker, 'worker_ended'))
    child.once('exit', (code, signal) =>
      // Without memory V8 aborts the process.
      bury(
        worker,
        signal === 'SIGUSR2' || signal === 'SIGABRT' || code === 134 ? 'too_much_memory' : 'worker_ended',
      ),
    )
    return worker
  }

  /** Takes a process that ended, or will at once, out of the pool. */
  function bury(worker: WorkerProcess, code: WorkerFailureCode): void {
    if (!all.delete(worker)) return
    if (worker.idleTimer) clearTimeout(worker.idleTimer)
    if (idle.includes(worker)) idle.splice(idle.indexOf(worker), 1)
    worker.settle?.({ failure: code })
    assign()
  }

  function kill(worker: WorkerProcess, code: WorkerFailureCode): void {
    worker.child.kill('SIGKILL')
    bury(worker, code)
  }

  /** Gives workers to the jobs that wait, in their order; a streamed job that must wait is passed by the others. */
  function assign(): void {
    const left: Waiting[] = []
    for (const job of waiting) {
      const isFull = all.size >= most && idle.length === 0
      if (isFull || (job.isStream && streams >= Math.max(1, most - 1))) left.push(job)
      else {
        if (job.isStream) streams++
        const worker = idle.pop() ?? start()
        if (worker.idleTimer) clearTimeout(worker.idleTimer)
        worker.child.ref()
        worker.child.channel?.ref()
        job.begin(worker)
      }
    }
    waiting = left
  }

  function acquire(isStream: boolean): Promise<WorkerProcess | null> {
    return new Promise((resolve) => {
      waiting.push({ isStream, begin: resolve, refuse: () => resolve(null) })
      assign()
    })
  }

  function release(worker: WorkerProcess, isStream: boolean): void {
    if (isStream) streams--
    if (all.has(worker)) {
      idle.push(worker)
      // An idle worker keeps no process running.
      worker.child.unref()
      worker.child.channel?.unref()
      worker.idleTimer = setTimeout(() => kill(worker, 'worker_ended'), idleMs).unref()
    }
    assign()
  }

  function ask(worker: WorkerProcess, request: WorkerRequest, seconds: number): Promise<Outcome> {
    return new Promise((resolve) => {
      const timer = setTimeout(
        // After a pause of this process the answer may be there already: it is read before the worker is judged.
        () =>
          setImmediate(() => setImmediate(() => worker.settle === settle && kill(worker, 'took_too_long'))),
        seconds * 1000,
      )
      const settle = (outcome: Outcome) => {
        clearTimeout(timer)
        worker.settle = null
        resolve(outcome)
      }
      worker.settle = settle
      if (!all.has(worker)) settle({ failure: 'worker_ended' })
      // A channel that is closed already: the end of the process follows.
      else worker.child.send(request, () => {})
    })
  }

  return {
    async run<Input, Output>(job: WorkerJob<Input, Output>, input: Input) {
      const worker = await acquire(false)
      if (!worker) return { ok: false, code: 'worker_ended' }
      try {
        const { module, seconds } = job
        const outcome = await ask(worker, { kind: 'run', module, input }, seconds)
        if ('failure' in outcome) return { ok: false, code: outcome.failure }
        return { ok: true, value: valueOf(outcome.reply) as Awaited<Output> }
      } finally {
        release(worker, false)
      }
    },

    async *stream<Input, Part>(job: WorkerJob<Input, AsyncIterable<Part>>, input: Input) {
      const { module, seconds } = job
      const worker = await acquire(true)
      if (!worker) throw new WorkerFailure('worker_ended', module)
      let pending = ask(worker, { kind: 'run', module, input }, seconds)
      let isOver = false
      try {
        while (!isOver) {
          const outcome = await pending
          if ('failure' in outcome) {
            isOver = true
            throw new WorkerFailure(outcome.failure, module)
          }
          isOver = outcome.reply.kind !== 'part'
          const value = valueOf(outcome.reply) as Part
          if (isOver) return
          pending = ask(worker, { kind: 'next' }, seconds)
          yield value
        }
      } finally {
        // Who takes no more rows leaves a part that is being made.
        if (!isOver && !('failure' in (await pending))) await ask(worker, { kind: 'return' }, seconds)
        release(worker, true)
      }
    },

    size: () => all.size,

    end() {
      for (const job of waiting.splice(0)) job.refuse()
      for (const worker of all) kill(worker, 'worker_ended')
    },
  }
}

function valueOf(reply: WorkerReply): unknown {
  if (reply.kind !== 'fault') return reply.value
  const { name, message, stack } = reply
  throw Object.assign(new Error(message), { name, stack })
}

/** The workers of this process: of a node, or of a command. */
const pool = createWorkerPool()

/** Runs a job in a worker process (`WorkerPool.run`). */
export const runInWorker: WorkerPool['run'] = (job, input) => pool.run(job, input)

/** The parts of a job's streamed answer (`WorkerPool.stream`). */
export const streamFromWorker: WorkerPool['stream'] = (job, input) => pool.stream(job, input)

/** Kills the workers of this process. */
export const endWorkers = (): void => pool.end()
