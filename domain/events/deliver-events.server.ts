/**
 * Delivers events to their subscribers after the transaction that published them has committed: at least once, and of one
 * object one after the other. A subscriber that fails or hangs delays only itself.
 */
import type { Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import { abortable } from '../network/abortable.ts'
import {
  claimDeliveries,
  declaredSubscriber,
  endAttempt,
  type ClaimedDelivery,
} from './event-delivery-repository.server.ts'
import { DeliveryFailed, type Delivered, type DeliveryAttempt, type ShopEvent } from './shop-event.ts'

/** What a subscriber does with an event. Idempotent: it may get one twice. */
export type DeliverEvent = (event: ShopEvent, attempt: DeliveryAttempt) => Promise<Delivered | void>

const second = 1000
const minute = 60 * second
const hour = 60 * minute

/**
 * Pauses between attempts in milliseconds, those that Standard Webhooks recommends: about three days. After the last
 * attempt a delivery is parked.
 */
export const pausesMs = [
  5 * second,
  5 * minute,
  30 * minute,
  2 * hour,
  5 * hour,
  10 * hour,
  14 * hour,
  20 * hour,
  24 * hour,
] as const

/** An attempt takes at most this long. */
const mostAttemptMs = 30 * second
/** Attempts of one subscriber that run at the same time in a process, each for another object. */
const mostAtATime = 8

export interface DeliveryServices {
  db: Kysely<DB>
  log: { warn(data: object, message: string): void }
  /** Epoch milliseconds. */
  clock: () => number
  /** By declared name. */
  subscribers: ReadonlyMap<string, DeliverEvent>
  /** Half a minute by default. */
  attemptMs?: number
}

export interface Deliveries {
  /** Claims what is due and starts its attempts; answers whether more may be due. `ended` is called after each. */
  startDue(ended: () => void): Promise<boolean>
  /** Resolves when no attempt runs. */
  idle(): Promise<void>
}

/** `stopping`: attempts that run are aborted; they are made again by another node, or after the restart. */
export function createDeliveries(services: DeliveryServices, stopping: AbortSignal): Deliveries {
  const { db, clock, subscribers, attemptMs = mostAttemptMs } = services
  const running = new Map<string, number>()
  const attempts = new Set<Promise<void>>()
  const count = (subscriber: string, change: 1 | -1) =>
    void running.set(subscriber, (running.get(subscriber) ?? 0) + change)
  return {
    async startDue(ended) {
      const { deliveries, isMore } = await claimDeliveries(db, {
        declared: [...subscribers.keys()],
        running,
        most: mostAtATime,
        mostAttempts: pausesMs.length + 1,
        now: new Date(clock()),
        // Of a node that dies meanwhile.
        leaseEnds: new Date(clock() + 2 * attemptMs),
      })
      for (const delivery of deliveries) {
        count(delivery.subscriber, 1)
        const attempt = deliver(services, delivery, stopping).finally(() => {
          count(delivery.subscriber, -1)
          attempts.delete(attempt)
          ended()
        })
        attempts.add(attempt)
      }
      return deliveries.length > 0 || isMore
    },
    async idle() {
      await Promise.all(attempts)
    },
  }
}

/** One attempt with its record; never rejects. */
async function deliver(
  services: DeliveryServices,
  delivery: ClaimedDelivery,
  stopping: AbortSignal,
): Promise<void> {
  const { db, log, clock, subscribers, attemptMs = mostAttemptMs } = services
  const { subscriber, attempt, event } = delivery
  const timeout = AbortSignal.timeout(attemptMs)
  const signal = AbortSignal.any([timeout, stopping])
  const about = { subscriber, event: event.name, eventId: event.id, attempt }
  let failure: DeliveryFailed | null = null
  let answer: string | null = null
  try {
    const work = subscribers.get(declaredSubscriber(subscriber))!
    const delivered = await abortable(work(event, { subscriber, attempt, signal }), signal)
    answer = delivered?.answer ?? null
  } catch (error) {
    // Made again elsewhere, once its lease has passed.
    if (stopping.aborted) return
    failure =
      error instanceof DeliveryFailed
        ? error
        : new DeliveryFailed(timeout.aborted ? 'timeout' : error instanceof Error ? error.name : 'fault')
    log.warn(
      { ...about, code: failure.code, ...(!(error instanceof DeliveryFailed) && { err: error }) },
      'an event could not be delivered',
    )
    answer = failure.answer ?? null
  }
  const pause = failure?.isFinal ? undefined : pausesMs[attempt - 1]
  try {
    await endAttempt(db, delivery, {
      at: new Date(clock()),
      error: failure?.code ?? null,
      answer,
      nextAt: failure === null || pause === undefined ? null : new Date(clock() + pause),
    })
  } catch (error) {
    // It stays owed, and is made again once its lease has passed.
    log.warn({ ...about, err: error }, 'the outcome of a delivery could not be recorded')
  }
}
