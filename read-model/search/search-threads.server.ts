/**
 * Search threads beside the main thread. Searches wait here, and those that are expected to be cheap go first, so that
 * a page of results with its filters does not hold up the suggestions of people who type. A thread that dies is
 * replaced and its searches are retried once; one that does not answer in time is terminated, so that no search ever
 * hangs.
 */
import { Worker } from 'node:worker_threads'
import { sourceModule } from '../../domain/workers/source-module.server.ts'
import type { IndexState } from '../schema/index-state.server.ts'
import type { StoreCode } from '../../domain/stores/stores.ts'
import type { Outline, SearchQuery } from './search-answer.server.ts'
import { threadMark, type ThreadAnswer, type ThreadQuestion } from './search-thread.server.ts'

export interface SearchThreads {
  /** Whether a thread is ready; until then the caller searches itself. */
  isReady(): boolean
  /** Resolves when the first thread is ready. */
  ready: Promise<void>
  /** Rejects if the search failed in the thread, or no thread answered in time. */
  ask(state: IndexState, store: StoreCode, query: SearchQuery): Promise<Outline>
  close(): Promise<void>
}

export interface SearchThreadsOptions {
  threads: number
  log: { warn(text: string): void }
  /** A page of the file could not be read. */
  onDamage: () => void
  /** Timeout of a search, milliseconds. */
  longestMs?: number
}

interface Waiting {
  question: ThreadQuestion
  /** When it is due to begin, milliseconds of performance.now(): it was asked then, and a costly one later. */
  dueAt: number
  /** When a thread got it; null while it waits. */
  givenAt: number | null
  resolve: (outline: Outline) => void
  reject: (error: Error) => void
  timer: NodeJS.Timeout
  isRepeated: boolean
}

interface Thread {
  worker: Worker
  isReady: boolean
  /** It was terminated because it did not answer. */
  isEnding: boolean
  /** When it last answered, or got a search after being idle; milliseconds of performance.now(). */
  aliveAt: number
  waiting: Map<number, Waiting>
}

const pauseAfterDeathMs = 1_000

/** Searches that a thread has at a time: the next one is there when it has answered. */
const mostGiven = 2

/**
 * How much later a search is due than one without cost, in multiples of its expected time. A costly one is passed by
 * those that are asked within that time, and by no later ones: it never waits for ever.
 */
const costWeight = 8

/** Weight of the latest time in the expected one. */
const learning = 0.05

/**
 * Heap limit of a search thread in megabytes. A search allocates little and only briefly; without a limit V8
 * lets a thread's heap grow by tens of megabytes before it collects.
 */
const resourceLimits = { maxYoungGenerationSizeMb: 8, maxOldGenerationSizeMb: 256 }

export function startSearchThreads(options: SearchThreadsOptions): SearchThreads {
  const pool = new ThreadPool(options)
  return {
    isReady: () => pool.idlest() !== undefined,
    ready: pool.firstReady.promise,
    ask: (state, store, query) => pool.ask(state, store, query),
    close: () => pool.close(),
  }
}

class ThreadPool {
  readonly firstReady = Promise.withResolvers<void>()
  readonly #options: SearchThreadsOptions
  readonly #module = sourceModule('read-model', 'search', 'search-thread.server.ts')
  #threads: Thread[] = []
  /** Not given to a thread yet. */
  #queue: Waiting[] = []
  /** Milliseconds that a search of a kind took, smoothed. */
  readonly #expectedMs: Record<QueryKind, number> = { suggestions: 1, results: 1, narrowed: 1 }
  #lastId = 0
  #closed = false

  constructor(options: SearchThreadsOptions) {
    this.#options = options
    for (let count = 0; count < options.threads; count++) this.#start()
  }

  ask(state: IndexState, store: StoreCode, query: SearchQuery): Promise<Outline> {
    if (!this.idlest()) return Promise.reject(new Error('No search thread is ready.'))
    const { opened, version } = state
    const question = { id: ++this.#lastId, store, query, path: state.db.path, opened, version }
    const { promise, resolve, reject } = Promise.withResolvers<Outline>()
    const longestMs = this.#options.longestMs ?? 5_000
    const timer = setTimeout(() => {
      reject(new Error('The search took too long.'))
      this.#expire(question.id, longestMs)
    }, longestMs)
    timer.unref()
    const dueAt = performance.now() + costWeight * this.#expectedMs[kindOf(query)]
    this.#queue.push({ question, dueAt, givenAt: null, resolve, reject, timer, isRepeated: false })
    this.#giveOut()
    return promise
  }

  /** Gives the searches that are due first to threads that have room. */
  #giveOut(): void {
    for (;;) {
      const thread = this.idlest()
      if (!thread || thread.waiting.size >= mostGiven || this.#queue.length === 0) return
      const next = this.#queue.reduce((first, each) => (each.dueAt < first.dueAt ? each : first))
      this.#queue.splice(this.#queue.indexOf(next), 1)
      give(thread, next)
    }
  }

  async close(): Promise<void> {
    this.#closed = true
    await Promise.all(this.#threads.map((thread) => thread.worker.terminate()))
  }

  idlest(): Thread | undefined {
    return this.#threads
      .filter((thread) => thread.isReady && !thread.isEnding)
      .sort((a, b) => a.waiting.size - b.waiting.size)[0]
  }

  #start(): void {
    if (this.#closed) return
    const worker = new Worker(this.#module, { workerData: threadMark, execArgv: [], resourceLimits })
    const thread: Thread = { worker, isReady: false, isEnding: false, aliveAt: 0, waiting: new Map() }
    this.#threads.push(thread)
    worker.unref()
    worker.on('message', (answer: ThreadAnswer) => this.#take(thread, answer))
    worker.on('error', (error: Error) => this.#options.log.warn(`A search thread failed: ${error.message}`))
    worker.once('exit', () => this.#bury(thread))
  }

  #take(thread: Thread, answer: ThreadAnswer): void {
    if ('ready' in answer) {
      thread.isReady = true
      this.firstReady.resolve()
      this.#giveOut()
      return
    }
    const now = performance.now()
    const waiting = thread.waiting.get(answer.id)
    if (waiting) {
      const kind = kindOf(waiting.question.query)
      // Given while the one before it was running, it began with that one's answer.
      const tookMs = now - Math.max(waiting.givenAt ?? now, thread.aliveAt)
      this.#expectedMs[kind] += learning * (tookMs - this.#expectedMs[kind])
    }
    thread.aliveAt = now
    thread.waiting.delete(answer.id)
    this.#giveOut()
    if (!waiting) return
    clearTimeout(waiting.timer)
    if ('outline' in answer) return waiting.resolve(answer.outline)
    if (answer.isDamage) this.#options.onDamage()
    waiting.reject(new Error(`The search failed: ${answer.error}`))
  }

  /**
   * Drops a search; terminates its thread if that has answered no search for the timeout, rather than being
   * busy with many.
   */
  #expire(id: number, longestMs: number): void {
    this.#queue = this.#queue.filter(({ question }) => question.id !== id)
    const holder = this.#threads.find((each) => each.waiting.delete(id))
    if (!holder || holder.isEnding || performance.now() - holder.aliveAt < longestMs) return
    holder.isEnding = true
    void holder.worker.terminate()
  }

  /** Replaces a thread; its pending searches are retried once if another thread is ready. */
  #bury(thread: Thread): void {
    this.#threads = this.#threads.filter((other) => other !== thread)
    if (!this.#closed) setTimeout(() => this.#start(), thread.isReady ? 0 : pauseAfterDeathMs).unref()
    const hasOther = !this.#closed && this.idlest() !== undefined
    const retried = [...thread.waiting.values()].filter(({ isRepeated }) => hasOther && !isRepeated)
    const ended = [...thread.waiting.values()].filter((waiting) => !retried.includes(waiting))
    this.#queue.push(...retried.map((waiting) => ({ ...waiting, isRepeated: true })))
    if (!hasOther) ended.push(...this.#queue.splice(0))
    for (const { timer, reject } of ended) {
      clearTimeout(timer)
      reject(new Error('The search thread ended before it answered.'))
    }
    this.#giveOut()
  }
}

/** What a search costs depends most on this. */
type QueryKind = 'suggestions' | 'results' | 'narrowed'

function kindOf({ withFacets, facets, sort }: SearchQuery): QueryKind {
  if (withFacets === false) return 'suggestions'
  return sort === 'relevance' && Object.keys(facets).length === 0 ? 'results' : 'narrowed'
}

function give(thread: Thread, waiting: Waiting): void {
  waiting.givenAt = performance.now()
  if (thread.waiting.size === 0) thread.aliveAt = waiting.givenAt
  thread.waiting.set(waiting.question.id, waiting)
  thread.worker.postMessage(waiting.question)
}
