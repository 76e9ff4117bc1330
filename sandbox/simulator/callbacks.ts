/**
 * Requests of a simulated provider to the shop: those that ask and need an answer at once, and those that
 * report and are repeated on the provider's schedule. Faults for callbacks are applied here.
 */
import type { Faults } from './faults.ts'
import { describeMessage, type RequestLog } from './request-log.ts'
import type { VirtualClock } from './virtual-clock.ts'

export interface Callback {
  /** As in faults and in the request log, e.g. `push`. */
  name: string
  /** Id of the payment at the provider. */
  payment: string
  method: 'GET' | 'POST'
  url: string
  /** Built anew for each attempt: a signature covers the time of its attempt. */
  headers?: () => Record<string, string>
  body?: string
  /** No answer within this time counts as none; virtual or real time, whichever ends first. */
  timeoutMs: number
}

export interface Report extends Callback {
  /** When it is sent, in milliseconds from now, ascending. */
  scheduleMs: readonly number[]
  /** Whether the schedule ends with this answer; null: no answer. */
  isDone(answer: CallbackAnswer | null): boolean
}

export interface CallbackAnswer {
  status: number
  /** Names in lower case. */
  headers: Record<string, string>
  body: string
}

export interface Callbacks {
  /** Sends a callback and returns its answer; null: none in time. */
  ask(callback: Callback): Promise<CallbackAnswer | null>
  /** Sends a report on its schedule. */
  report(report: Report): void
  /** Ends the schedules of a payment's reports. */
  cancel(name: string, payment: string): void
  /** Sends the reports of a payment once, now, beside their schedule. Returns how many there are. */
  sendNow(name: string, payment: string): Promise<number>
  reset(): void
}

interface Scheduled {
  report: Report
  cancel: () => void
}

export function createCallbacks(parts: {
  provider: string
  clock: VirtualClock
  faults: Faults
  log: RequestLog
}): Callbacks {
  const { provider, clock, faults, log } = parts
  /** Reports by name and payment, kept after their schedule has ended, so that they can be sent again. */
  let reports = new Map<string, Scheduled>()
  /** Callbacks held back until another one was sent. */
  let held: (() => Promise<unknown>)[] = []

  const keyOf = ({ name, payment }: Pick<Callback, 'name' | 'payment'>) => `${name} ${payment}`

  const send = async (callback: Callback, fault: string | null): Promise<CallbackAnswer | null> => {
    const headers = callback.headers?.() ?? {}
    const at = new Date(clock.now()).toISOString()
    const answer = fault === 'lost' ? null : await request(callback, headers, clock)
    log.add({
      at,
      provider,
      direction: 'callback',
      callback: callback.name,
      method: callback.method,
      url: callback.url,
      request: describeMessage(headers, callback.body),
      response: answer && { status: answer.status, ...describeMessage(answer.headers, answer.body) },
      fault,
    })
    for (const release of held.splice(0)) await release()
    return answer
  }

  const delay = (delayMs: number) =>
    new Promise<void>((resolve) => {
      clock.setTimer(delayMs, resolve)
    })

  const attempt = async (report: Report): Promise<CallbackAnswer | null> => {
    const fault = faults.takeForCallback(provider, report.name, report.payment)
    if (fault?.kind === 'reordered') {
      held.push(() => send(report, fault.kind))
      return null
    }
    if (fault?.kind === 'late') {
      clock.setTimer(fault.delayMs, async () => {
        await send(report, fault.kind)
      })
      return null
    }
    if (fault?.kind === 'doubled') await send(report, fault.kind)
    return send(report, fault?.kind ?? null)
  }

  return {
    async ask(callback) {
      const fault = faults.takeForCallback(provider, callback.name, callback.payment)
      if (fault?.kind === 'late') await delay(fault.delayMs)
      if (fault?.kind === 'doubled') await send(callback, fault.kind)
      return send(callback, fault?.kind ?? null)
    },

    report(report) {
      const startedAt = clock.now()
      const scheduled: Scheduled = { report, cancel: () => {} }
      const plan = (index: number): void => {
        const offsetMs = report.scheduleMs[index]
        if (offsetMs === undefined) return
        let isCancelled = false
        const cancelTimer = clock.setTimer(startedAt + offsetMs - clock.now(), async () => {
          const answer = await attempt(report)
          if (!isCancelled && !report.isDone(answer)) plan(index + 1)
        })
        scheduled.cancel = () => {
          isCancelled = true
          cancelTimer()
        }
      }
      reports.set(keyOf(report), scheduled)
      plan(0)
    },

    cancel(name, payment) {
      reports.get(keyOf({ name, payment }))?.cancel()
    },

    async sendNow(name, payment) {
      const scheduled = reports.get(keyOf({ name, payment }))
      if (!scheduled) return 0
      await attempt(scheduled.report)
      return 1
    },

    reset() {
      for (const { cancel } of reports.values()) cancel()
      reports = new Map()
      held = []
    },
  }
}

/** One HTTP request; redirects are answers. Null: no answer in time. */
async function request(
  callback: Callback,
  headers: Record<string, string>,
  clock: VirtualClock,
): Promise<CallbackAnswer | null> {
  const { url, method, body, timeoutMs } = callback
  const abort = new AbortController()
  const cancel = clock.setTimer(timeoutMs, () => abort.abort())
  try {
    const response = await fetch(url, {
      method,
      headers,
      redirect: 'manual',
      signal: AbortSignal.any([abort.signal, AbortSignal.timeout(timeoutMs)]),
      ...(body !== undefined && { body }),
    })
    return {
      status: response.status,
      headers: Object.fromEntries(response.headers),
      body: await response.text(),
    }
  } catch {
    return null
  } finally {
    cancel()
  }
}
