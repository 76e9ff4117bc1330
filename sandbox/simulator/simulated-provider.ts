/** What a provider's simulator implements, and what it gets from the simulator's process. */
import type { FastifyInstance } from 'fastify'
import type { Callbacks } from './callbacks.ts'
import type { PaymentFault } from './faults.ts'
import type { VirtualClock } from './virtual-clock.ts'

export interface SimulatedProvider {
  /** First segment of its addresses (`http://localhost:3001/kustom/…`) and its name in the control endpoint. */
  name: string
  /**
   * Adds the provider's routes, with the provider's own paths. Request bodies arrive as text, undefined where
   * empty, whatever their type. Routes that only the provider's own pages call have `config: { isInternal: true }`
   * and are neither recorded nor disturbed by faults.
   */
  mount(app: FastifyInstance, context: SimulatorContext): MountedProvider
}

export interface MountedProvider {
  /** Every payment that was opened, oldest first. */
  payments(): SimulatedPayment[]
  /** Forgets them all. */
  clear(): void
}

/** A payment as the control endpoint lists it, in one form for all providers. Amounts are minor units. */
export interface SimulatedPayment {
  id: string
  /** In the provider's own words. */
  status: string
  /** ISO 4217. */
  currency: string
  amountMinor: number
  capturedMinor: number
  refundedMinor: number
  /** What may still be captured. */
  authorizedMinor: number
  /** The shop's reference, usually the number of its order. */
  reference: string | null
}

export interface SimulatorContext {
  clock: VirtualClock
  callbacks: Callbacks
  /** Address of this provider in the simulator, without a trailing slash. */
  url(): string
  /** The text of a file of the project, e.g. a script of the provider's page. */
  readFile(path: string): string
  /** The fault of this kind for a payment, which is used up by one; null: none was asked for. */
  takeFault<K extends PaymentFault['kind']>(
    kind: K,
    payment: string,
  ): Extract<PaymentFault, { kind: K }> | null
}

declare module 'fastify' {
  interface FastifyContextConfig {
    isInternal?: boolean
  }
}
