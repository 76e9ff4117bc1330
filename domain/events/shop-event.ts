/** What subscribers of events get. Types; pure. */
import type { z } from 'zod'
import type { KernelEventName, KernelEvents } from '../../contract/events.ts'
import type { StoreCode } from '../stores/stores.ts'

type KernelEventData = { [Name in KernelEventName]: z.infer<KernelEvents[Name]['data']> }

/** Name of the event → what it holds. Each module adds its own, by interface merging. */
export interface EventData extends KernelEventData {}

export type EventName = keyof EventData

/** An event; of several names, a union that its name narrows. */
export type ShopEvent<Name extends EventName = EventName> = {
  [Key in Name]: {
    /** Rises, but not in the order of commits. A repeated delivery has the same. */
    id: number
    name: Key
    /** Kind and id of what it is about: `order`, `S100001`. */
    object: { kind: string; id: string }
    /** Null: it belongs to no store. */
    store: StoreCode | null
    data: EventData[Key]
    recordedAt: Date
  }
}[Name]

/** One attempt to deliver an event to a subscriber. */
export interface DeliveryAttempt {
  /** The name under which the event is owed: of the module's subscriber, or with the id of one of its rows, `webhook:7`. */
  subscriber: string
  /** 1 for the first since the event was owed. */
  attempt: number
  /** Aborted when the attempt takes too long; its result then no longer counts. */
  signal: AbortSignal
}

/** What a receiver outside answered, for staff. */
export interface Delivered {
  /** At most 2,000 characters are kept. */
  answer?: string
}

/** Ends an attempt as failed. Any other fault does so too, and is logged. */
export class DeliveryFailed extends Error {
  override name = 'DeliveryFailed'
  /** A code that staff see: `http_500`. At most 60 characters. */
  readonly code: string
  readonly answer: string | undefined
  /** No further attempt is made. */
  readonly isFinal: boolean
  constructor(code: string, { answer, isFinal = false }: { answer?: string; isFinal?: boolean } = {}) {
    super(code)
    this.code = code
    this.answer = answer
    this.isFinal = isFinal
  }
}
