/** What must hold for events once everything has settled: each was delivered, in order for each object, or is named. */
import { sql } from 'kysely'
import { addWebhook } from '../../modules/webhooks/webhook-repository.server.ts'
import type { Services } from '../../server/compose.ts'
import { testActor } from '../../test/test-actor.ts'
import type { CrashShop } from './crash-shop.ts'
import type { WebhookReceiver } from './webhook-receiver.ts'

/** Ids of the webhooks: of the receiver, and of the one that refuses everything. */
export interface CrashWebhooks {
  live: number
  dead: number
}

const ofOrders = [
  'order.placed',
  'order.paid',
  'order.changed',
  'order.shipped',
  'order.delivered',
  'order.refunded',
  'order.cancelled',
]

export async function addWebhooks(services: Services, receiver: WebhookReceiver): Promise<CrashWebhooks> {
  const add = async (events: string[], url: string) => {
    const terms = { url: 'https://receiver.example/', description: null, events, stores: [], isActive: true }
    const added = await addWebhook(services, testActor, terms)
    if (!added.ok) throw new Error(`the webhook was refused: ${added.code}`)
    // Staff can set encrypted addresses of the web alone; the receiver is on this machine.
    await sql`update webhook set url = ${url} where id = ${added.id}`.execute(services.db)
    return added
  }
  const live = await add(ofOrders, receiver.url)
  receiver.secret = live.secret
  return { live: live.id, dead: (await add(['order.refunded'], receiver.deadUrl)).id }
}

interface Delivery {
  /** As the receiver gets it: `evt_7`. */
  id: string
  subscriber: string
  event: string
  object: string
  state: string
  attempts: number
  error: string | null
}

export async function brokenDeliveries({ db, receiver, webhooks }: CrashShop): Promise<string[]> {
  const { rows } = await sql<Delivery>`
    select 'evt_' || e.id as id, d.subscriber, e.name as event, d.object, d.state, d.attempts, d.error
    from event_delivery d join event e on e.id = d.event_id order by e.id`.execute(db)
  return [...receiver.problems, ...violationsOf(rows, receiver, webhooks), ...(await ordersWithoutEvents(db))]
}

/** What is wrong with the deliveries, which are in the order of their events. */
export function violationsOf(
  rows: readonly Delivery[],
  receiver: Pick<WebhookReceiver, 'received' | 'acknowledged'>,
  webhooks: CrashWebhooks,
): string[] {
  const [live, dead] = [`webhook:${webhooks.live}`, `webhook:${webhooks.dead}`]
  return [
    ...rows
      .filter(({ subscriber, state }) => subscriber !== dead && state !== 'delivered')
      .map(
        ({ id, subscriber, event, object, state, attempts, error }) =>
          `${event} ${id} of ${object} is ${state} at ${subscriber} after ${attempts} attempts: ${error}`,
      ),
    ...notReceived(
      receiver,
      rows.filter(({ subscriber }) => subscriber === live),
    ),
    ...notParked(rows.filter(({ subscriber }) => subscriber === dead)),
  ]
}

/** At least once, in the order of the events of each object, and nothing that was not published. */
function notReceived(
  receiver: Pick<WebhookReceiver, 'received' | 'acknowledged'>,
  deliveries: readonly Delivery[],
): string[] {
  const place = new Map(receiver.received.map((id, index) => [id, index]))
  const latest = new Map<string, Delivery>()
  const found: string[] = []
  for (const delivery of deliveries) {
    const { id, object, event } = delivery
    if (!receiver.acknowledged.has(id))
      found.push(`${event} ${id} of ${object} counts as delivered, and its receiver never said so`)
    const before = latest.get(object)
    if (before && (place.get(before.id) ?? -1) > (place.get(id) ?? -1))
      found.push(`${event} ${id} of ${object} arrived before ${before.event} ${before.id}`)
    latest.set(object, delivery)
  }
  const published = new Set(deliveries.map(({ id }) => id))
  return [
    ...found,
    ...receiver.received
      .filter((id) => !published.has(id))
      .map((id) => `a message ${id} was sent that is no event of the webhook`),
  ]
}

/** Where the receiver refuses everything, the first event of each object is parked with its reason, and holds back the others. */
function notParked(deliveries: readonly Delivery[]): string[] {
  const parked = new Set<string>()
  return deliveries.flatMap(({ id, event, object, state, error, attempts }) => {
    if (state === 'parked' && error !== null) parked.add(object)
    const isNamed = state === 'parked' ? error !== null : state === 'owed' && parked.has(object)
    return isNamed
      ? []
      : [`${event} ${id} of ${object} is ${state} after ${attempts} attempts, and its receiver refuses all`]
  })
}

/** An order that was accepted has published that it was. */
async function ordersWithoutEvents(db: CrashShop['db']): Promise<string[]> {
  const { rows } = await sql<{ number: string; status: string; placed: number }>`
    select o.number, o.status,
      (select count(*)::integer from event e where e.name = 'order.placed' and e.object_id = o.number) as placed
    from orders o`.execute(db)
  return rows.flatMap(({ number, status, placed }) => {
    const isAccepted = ['received', 'processing', 'shipped', 'delivered', 'returned'].includes(status)
    const isNot = ['pending', 'payment_failed', 'held'].includes(status)
    const isRight = isAccepted ? placed === 1 : isNot ? placed === 0 : placed <= 1
    return isRight ? [] : [`order ${number} is ${status}, and ${placed} events say that it was placed`]
  })
}
