/** The actor as an order's history names it, which its buyer may see: no names and no ids. */
import type { Actor, ActorKind } from '../audit/actor.ts'

export type OrderActor = 'shopper' | 'provider' | 'system' | 'staff'

const orderActors: Record<ActorKind, OrderActor> = {
  staff: 'staff',
  key: 'staff',
  cli: 'staff',
  buyer: 'shopper',
  provider: 'provider',
  job: 'system',
  system: 'system',
}

export function orderActor({ kind }: Actor): OrderActor {
  return orderActors[kind]
}
