/** Looks for events that are due, as long as the process works on jobs. */
import { setTimeout } from 'node:timers/promises'
import { createDeliveries, type DeliverEvent } from '../../domain/events/deliver-events.server.ts'
import type { JobQueue } from '../../domain/jobs/job-queue.ts'
import { manifests } from '../module-manifests.ts'
import type { JobsOptions } from './jobs-options.ts'

/** How long an event waits at most where nothing else was delivered before it. */
const pollMs = 1000

/** Returns when `stopping` is aborted and no attempt runs. */
export async function deliverEvents(
  options: JobsOptions & { jobs: JobQueue },
  stopping: AbortSignal,
): Promise<void> {
  const subscribers = new Map<string, DeliverEvent>(
    [...manifests.values()].flatMap(({ subscribers: ofModule = {} }) =>
      Object.entries(ofModule).map(
        ([name, work]) =>
          [name, (event, attempt) => work(options, event as never, attempt)] satisfies [string, DeliverEvent],
      ),
    ),
  )
  if (subscribers.size === 0) return
  const deliveries = createDeliveries({ ...options, subscribers }, stopping)
  // Aborted when an attempt ends, which makes room for the next one, of the same object perhaps.
  let pause = new AbortController()
  const ended = () => pause.abort()
  while (!stopping.aborted) {
    pause = new AbortController()
    const isMore = await deliveries.startDue(ended).catch((error: unknown) => {
      if (!options.noteOutage?.(error, 'events'))
        options.log.warn({ err: error }, 'could not look for events that are due')
      return false
    })
    if (isMore) continue
    await setTimeout(pollMs, undefined, { signal: AbortSignal.any([pause.signal, stopping]) }).catch(() => {})
  }
  await deliveries.idle()
}
