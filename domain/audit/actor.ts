/** Who changes something. Every use case that changes the shop takes an actor and audits what it did. */

export const actorKinds = ['staff', 'key', 'cli', 'job', 'buyer', 'provider', 'system'] as const
export type ActorKind = (typeof actorKinds)[number]

export interface Actor {
  /**
   * `staff`: a person in the back office; `key`: a program with an API key of such a person; `cli`: an operator's command; `job`: a background job; `buyer`: a
   * visitor or customer of the store; `provider`: a callback of a payment provider or carrier; `system`: the
   * program itself, such as a migration.
   */
  kind: ActorKind
  /**
   * Staff id, id of the key, operating system user and host, name of the job, account id, provider id. Null for a guest.
   * Never an e-mail address or a name of a customer.
   */
  id: string | null
  /** The person or company the actor acts for, in the same form as `id`, as the person of a key; null: for itself. */
  onBehalfOf: string | null
  /** The request that caused the change, as the log names it; null outside of requests. */
  requestId: string | null
}

/** A background job as an actor. `name`: the queue. */
export function jobActor(name: string): Actor {
  return { kind: 'job', id: name, onBehalfOf: null, requestId: null }
}

/** The id of the member of staff who answers for what the actor does; null: none does. */
export function personOf({ kind, id, onBehalfOf }: Actor): string | null {
  if (kind === 'staff') return id
  return kind === 'key' ? onBehalfOf : null
}
