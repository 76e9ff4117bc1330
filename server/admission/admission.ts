/**
 * Admission control: how many requests a node works on at once, which start first, and when one is rejected.
 * A node renders on one thread, so starting every request at once only makes all of them slow. Purchases
 * (cart, checkout, account) start before browsing. A browsing request whose expected wait is too long is
 * rejected on arrival. Requests for a page that is already queued or being rendered share that page's slot.
 */

/**
 * `purchase`: cart, checkout, account, callbacks. `browse`: pages and catalogue calls that can be retried.
 */
export type Priority = 'purchase' | 'browse'

export interface PriorityLimits {
  /** Requests in progress at once. */
  running: number
  /** Requests that may queue. */
  pending: number
  /** Requests of one network that may run or queue. */
  perNetwork: number
  /** A request that would wait longer than this is rejected, milliseconds. */
  longestWaitMs: number
}

export type AdmissionLimits = Record<Priority, PriorityLimits>

/**
 * Two concurrent renders keep a processor busy while one of them waits for the search thread. Purchases
 * mostly wait for PostgreSQL, so many run at once; they are rejected last.
 */
export const defaultAdmissionLimits: AdmissionLimits = {
  purchase: { running: 48, pending: 1000, perNetwork: 400, longestWaitMs: 5_000 },
  browse: { running: 3, pending: 150, perNetwork: 100, longestWaitMs: 500 },
}

export interface AdmissionRequest {
  priority: Priority
  /** Rate-limit key of the client's network. */
  network: string
  /**
   * Requests with the same key get the same response from one render; null: the response is for this request
   * only.
   */
  key: string | null
  /** Starts the work. */
  start(): void
  /** Answers 503. */
  refuse(): void
}

export interface Ticket {
  /**
   * The work is done or the client disconnected: the next request may start. Calls after the first have no
   * effect.
   */
  release(): void
}

export interface AdmissionCounts {
  running: number
  pending: number
  admitted: number
  refused: number
}

export interface Admission {
  /** Starts the request now or later, or rejects it at once. */
  admit(request: AdmissionRequest): Ticket
  counts(priority: Priority): AdmissionCounts
}

export interface AdmissionOptions {
  limits?: AdmissionLimits
  /** Milliseconds of a monotonic clock. */
  now?: () => number
  /** Runs a task after pending input has been handled, so that cached pages are not delayed. */
  defer?: (task: () => void) => void
}

interface Entry extends AdmissionRequest {
  state: 'pending' | 'running' | 'follower' | 'done'
  startedAt: number
  /** Requests with the same key that start together with this one. */
  followers: Entry[]
}

/** Number of purchases that start in a row while browsing requests are queued. */
const mostPurchasesInSuccession = 3

/** Weight of one measurement in the moving average of a request's duration. */
const smoothing = 0.1

interface Network {
  /** Number of its requests that run or are queued. */
  requests: number
  /** When one of its requests last started, as an increasing number; 0: never. */
  lastStart: number
}

class Line {
  #starts = 0
  running = 0
  admitted = 0
  refused = 0
  /** Expected duration of one request, milliseconds. */
  expectedMs = 5
  readonly pending = new Set<Entry>()
  readonly networks = new Map<string, Network>()
  readonly byKey = new Map<string, Entry>()
  readonly limits: PriorityLimits

  constructor(limits: PriorityLimits) {
    this.limits = limits
  }

  hasRoom(network: string): boolean {
    if ((this.networks.get(network)?.requests ?? 0) >= this.limits.perNetwork) return false
    // Requests that fill free slots in the next turns wait for no other request.
    const ahead = this.pending.size + 1 - (this.limits.running - this.running)
    if (ahead <= 0) return true
    return (
      ahead <= this.limits.pending &&
      (ahead * this.expectedMs) / this.limits.running <= this.limits.longestWaitMs
    )
  }

  enter(network: string): void {
    const known = this.networks.get(network)
    if (known) known.requests++
    else this.networks.set(network, { requests: 1, lastStart: 0 })
  }

  leave(network: string): void {
    const known = this.networks.get(network)
    if (known && --known.requests === 0) this.networks.delete(network)
  }

  noteStart(network: string): void {
    const known = this.networks.get(network)
    if (known) known.lastStart = ++this.#starts
  }

  /**
   * The oldest request of the least recently served network, so that a burst from one network delays only
   * itself.
   */
  next(): Entry | undefined {
    if (this.running >= this.limits.running) return undefined
    let found: Entry | undefined
    let earliest = Infinity
    for (const entry of this.pending) {
      const lastStart = this.networks.get(entry.network)?.lastStart ?? 0
      if (lastStart >= earliest) continue
      found = entry
      earliest = lastStart
      if (lastStart === 0) break
    }
    return found
  }
}

export function createAdmission(options: AdmissionOptions = {}): Admission {
  return new AdmissionControl(options)
}

class AdmissionControl implements Admission {
  readonly #lines: Record<Priority, Line>
  readonly #now: () => number
  readonly #defer: (task: () => void) => void
  /** A request has started in this turn of the event loop, or the next one is about to. */
  #isDeferred = false
  #purchasesInSuccession = 0

  constructor({ limits = defaultAdmissionLimits, now, defer }: AdmissionOptions) {
    this.#lines = { purchase: new Line(limits.purchase), browse: new Line(limits.browse) }
    this.#now = now ?? (() => performance.now())
    this.#defer = defer ?? setImmediate
  }

  admit(request: AdmissionRequest): Ticket {
    const line = this.#lines[request.priority]
    const entry: Entry = { ...request, state: 'follower', startedAt: 0, followers: [] }
    const ticket = { release: () => this.#release(entry) }
    const leader = request.key === null ? undefined : line.byKey.get(request.key)
    if (leader) {
      line.admitted++
      if (leader.state === 'running') entry.start()
      else leader.followers.push(entry)
      return ticket
    }
    if (!line.hasRoom(request.network)) {
      line.refused++
      entry.state = 'done'
      request.refuse()
      return ticket
    }
    line.admitted++
    enqueue(line, entry, [])
    if (line.pending.size === 1 && line.next() === entry && !this.#isDeferred) this.#start(entry)
    this.#startSoon()
    return ticket
  }

  counts(priority: Priority): AdmissionCounts {
    const { running, pending, admitted, refused } = this.#lines[priority]
    return { running, pending: pending.size, admitted, refused }
  }

  /** Purchases first, but browsing gets every fourth slot while many purchases are queued. */
  #next(): Entry | undefined {
    const purchase = this.#lines.purchase.next()
    const browse = this.#lines.browse.next()
    return this.#purchasesInSuccession < mostPurchasesInSuccession
      ? (purchase ?? browse)
      : (browse ?? purchase)
  }

  #startSoon(): void {
    if (!this.#isDeferred && this.#next() !== undefined) this.#deferNext()
  }

  #deferNext(): void {
    this.#isDeferred = true
    this.#defer(() => {
      this.#isDeferred = false
      const entry = this.#next()
      if (entry) this.#start(entry)
    })
  }

  /**
   * Starts one request in each turn of the event loop, so that input received in between is handled first.
   * This also applies to a request that need not queue: a page is often rendered before the next request is
   * read, so requests that arrive together would otherwise be rendered in one turn without ever reaching a
   * limit.
   */
  #start(entry: Entry): void {
    this.#deferNext()
    this.#purchasesInSuccession = entry.priority === 'purchase' ? this.#purchasesInSuccession + 1 : 0
    const line = this.#lines[entry.priority]
    line.pending.delete(entry)
    line.noteStart(entry.network)
    entry.state = 'running'
    entry.startedAt = this.#now()
    line.running++
    entry.start()
    for (const follower of entry.followers) if (follower.state === 'follower') follower.start()
  }

  #release(entry: Entry): void {
    const line = this.#lines[entry.priority]
    const { state } = entry
    if (state === 'done') return
    entry.state = 'done'
    if (state === 'follower') return
    line.leave(entry.network)
    if (entry.key !== null) line.byKey.delete(entry.key)
    if (state === 'running') {
      line.running--
      line.expectedMs += smoothing * (this.#now() - entry.startedAt - line.expectedMs)
    } else {
      line.pending.delete(entry)
      // The client disconnected before its request started: the next request for the same page takes the
      // slot.
      const [heir, ...rest] = entry.followers.filter((follower) => follower.state === 'follower')
      if (heir) enqueue(line, heir, rest)
    }
    this.#startSoon()
  }
}

function enqueue(line: Line, entry: Entry, followers: Entry[]): void {
  entry.state = 'pending'
  entry.followers = followers
  line.pending.add(entry)
  line.enter(entry.network)
  if (entry.key !== null) line.byKey.set(entry.key, entry)
}
