/** Who changes something. Every use case that changes the shop takes an actor and audits what it did. */

export const actorKinds = ['staff', 'cli', 'job', 'buyer', 'provider', 'system'] as const
export type ActorKind = (typeof actorKinds)[number]

export interface Actor {
  /**
   * `staff`: a person in the back office; `cli`: an operator's command; `job`: a background job; `buyer`: a
   * visitor or customer of the store; `provider`: a callback of a payment provider or carrier; `system`: the
   * program itself, such as a migration.
   */
  kind: ActorKind
  /**
   * Staff id, operating system user and host, name of the job, account id, provider id. Null for a guest.
   * Never an e-mail address or a name of a customer.
   */
  id: string | null
  /** The person or company the actor acts for, in the same form as `id`; null: for itself. */
  onBehalfOf: string | null
  /** The request that caused the change, as the log names it; null outside of requests. */
  requestId: string | null
}

/** A background job as an actor. `name`: the queue. */
export function jobActor(name: string): Actor {
  return { kind: 'job', id: name, onBehalfOf: null, requestId: null }
}
