/** Webhooks: how staff set them, and what is needed to send to them. */
import { sql, type Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import type { Actor } from '../../domain/audit/actor.ts'
import { audited } from '../../domain/audit/audited.server.ts'
import { dismissAll } from '../../domain/events/event-delivery-repository.server.ts'
import { publishTo, subscribe, unsubscribe } from '../../domain/events/publish-event.server.ts'
import type { Keyring } from '../../domain/keys/keyring.server.ts'
import { isStoreCode } from '../../domain/stores/stores.ts'
import { isWebhookUrl, mostWebhooks, type WebhookTerms } from './webhook.server.ts'
import { newSecret } from './webhook-signature.server.ts'

interface Services {
  db: Kysely<DB>
  keys: Keyring
  /** Epoch milliseconds. */
  clock: () => number
}

const purpose = 'webhook-secret'
/** How long a receiver may take to learn a new secret. */
const formerSecretHours = 24

export const subscriberOf = (id: number): string => `webhook:${id}`

type Refused = {
  ok: false
  code: 'unknown_webhook' | 'webhook_url_refused' | 'too_many_webhooks' | 'webhook_not_active'
}
const unknown: Refused = { ok: false, code: 'unknown_webhook' }

const fieldsOf = ({ url, description, events, stores, isActive }: WebhookTerms) => ({
  url,
  description: description ?? '',
  events: [...events],
  stores: [...stores],
  is_active: isActive,
})

/** One that is not active is owed nothing. */
async function subscribeRow(
  trx: Kysely<DB>,
  id: number,
  { events, stores, isActive }: Pick<WebhookTerms, 'events' | 'stores' | 'isActive'>,
): Promise<void> {
  const subscriber = subscriberOf(id)
  await subscribe(trx, {
    subscriber,
    events: isActive ? events : [],
    stores: stores.length === 0 ? null : stores,
  })
  if (!isActive) await dismissAll(trx, subscriber)
}

/** Adds a webhook with a secret of its own, which no later answer has. */
export async function addWebhook(
  { db, keys, clock }: Services,
  actor: Actor,
  terms: WebhookTerms,
): Promise<{ ok: true; id: number; secret: string } | Refused> {
  if (!isWebhookUrl(terms.url)) return { ok: false, code: 'webhook_url_refused' }
  return audited(
    db,
    actor,
    async (trx, record): Promise<{ ok: true; id: number; secret: string } | Refused> => {
      await sql`lock table webhook in share row exclusive mode`.execute(trx)
      const { count } = await trx
        .selectFrom('webhook')
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow()
      if (Number(count) >= mostWebhooks) return { ok: false, code: 'too_many_webhooks' }
      const secret = newSecret()
      const { id } = await trx
        .insertInto('webhook')
        .values({
          ...fieldsOf(terms),
          secret_encrypted: keys.encrypt(purpose, secret),
          created_at: new Date(clock()),
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      await subscribeRow(trx, id, terms)
      record({ action: 'webhook.add', object: ['webhook', id], after: fieldsOf(terms) })
      return { ok: true, id, secret }
    },
  )
}

/** Changes a webhook. What it is owed already is sent to the new address. */
export async function changeWebhook(
  db: Kysely<DB>,
  actor: Actor,
  id: number,
  terms: WebhookTerms,
): Promise<{ ok: true } | Refused> {
  if (!isWebhookUrl(terms.url)) return { ok: false, code: 'webhook_url_refused' }
  return audited(db, actor, async (trx, record) => {
    const before = await trx
      .selectFrom('webhook')
      .select(['url', 'description', 'events', 'stores', 'is_active'])
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst()
    if (!before) return unknown
    await trx.updateTable('webhook').set(fieldsOf(terms)).where('id', '=', id).execute()
    await subscribeRow(trx, id, terms)
    record({ action: 'webhook.change', object: ['webhook', id], before, after: fieldsOf(terms) })
    return { ok: true }
  })
}

/** Removes a webhook with its secret and what it was still owed. */
export async function removeWebhook(
  db: Kysely<DB>,
  actor: Actor,
  id: number,
): Promise<{ ok: true } | Refused> {
  return audited(db, actor, async (trx, record) => {
    const removed = await trx.deleteFrom('webhook').where('id', '=', id).returning('url').executeTakeFirst()
    if (!removed) return unknown
    await unsubscribe(trx, subscriberOf(id))
    record({ action: 'webhook.remove', object: ['webhook', id], before: removed })
    return { ok: true }
  })
}

/** Replaces the secret. Messages are signed with the former one, too, for a day. */
export async function renewSecret(
  { db, keys, clock }: Services,
  actor: Actor,
  id: number,
): Promise<{ ok: true; secret: string } | Refused> {
  return audited(db, actor, async (trx, record): Promise<{ ok: true; secret: string } | Refused> => {
    const secret = newSecret()
    const until = new Date(clock() + formerSecretHours * 3_600_000)
    const { numUpdatedRows } = await trx
      .updateTable('webhook')
      .set({
        former_secret_encrypted: sql.ref('secret_encrypted'),
        former_secret_until: until,
        secret_encrypted: keys.encrypt(purpose, secret),
      })
      .where('id', '=', id)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) return unknown
    record({ action: 'webhook.renew_secret', object: ['webhook', id] })
    return { ok: true, secret }
  })
}

/** Sends a message of no meaning. */
export async function testWebhook(db: Kysely<DB>, actor: Actor, id: number): Promise<{ ok: true } | Refused> {
  return audited(db, actor, async (trx, record): Promise<{ ok: true } | Refused> => {
    const row = await trx.selectFrom('webhook').select('is_active').where('id', '=', id).executeTakeFirst()
    if (!row) return unknown
    if (!row.is_active) return { ok: false, code: 'webhook_not_active' }
    await publishTo(trx, subscriberOf(id), {
      name: 'webhook.test',
      object: { kind: 'webhook', id: String(id) },
      store: null,
      data: { webhook: id },
    })
    record({ action: 'webhook.test', object: ['webhook', id] })
    return { ok: true }
  })
}

export interface OpenedWebhook {
  url: string
  isActive: boolean
  /** Null: its secret cannot be read, because the shop's own secret was changed without the former one. */
  secrets: string[] | null
}

/** What is needed to send to a webhook; null: it was removed. `now`: epoch milliseconds. */
export async function openWebhook(
  db: Kysely<DB>,
  keys: Keyring,
  id: number,
  now: number,
): Promise<OpenedWebhook | null> {
  const row = await db
    .selectFrom('webhook')
    .select(['url', 'is_active', 'secret_encrypted', 'former_secret_encrypted', 'former_secret_until'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) return null
  const current = keys.decrypt(purpose, row.secret_encrypted)
  const isFormerValid = row.former_secret_until !== null && row.former_secret_until.getTime() > now
  const former =
    isFormerValid && row.former_secret_encrypted !== null
      ? keys.decrypt(purpose, row.former_secret_encrypted)
      : null
  return {
    url: row.url,
    isActive: row.is_active,
    secrets: current === null ? null : [current, ...(former === null ? [] : [former])],
  }
}

/** The receiver has said that it is gone for good. */
export async function deactivateWebhook(db: Kysely<DB>, actor: Actor, id: number): Promise<void> {
  await audited(db, actor, async (trx, record) => {
    const changed = await trx
      .updateTable('webhook')
      .set({ is_active: false })
      .where('id', '=', id)
      .where('is_active', '=', true)
      .returning('id')
      .executeTakeFirst()
    if (!changed) return
    await subscribeRow(trx, id, { events: [], stores: [], isActive: false })
    record({
      action: 'webhook.change',
      object: ['webhook', id],
      before: { is_active: true },
      after: { is_active: false },
      reason: 'The receiver answered 410 Gone.',
    })
  })
}

/** How a webhook is set; null: it was removed. */
export async function findTerms(db: Kysely<DB>, id: number): Promise<WebhookTerms | null> {
  const row = await db
    .selectFrom('webhook')
    .select(['url', 'description', 'events', 'stores', 'is_active as isActive'])
    .where('id', '=', id)
    .executeTakeFirst()
  return row ? { ...row, stores: row.stores.filter(isStoreCode) } : null
}

/** How a webhook was set, by the fields that an entry of the audit has. */
export const termsOf = (fields: Readonly<Record<string, unknown>>, current: WebhookTerms): WebhookTerms => ({
  url: typeof fields['url'] === 'string' ? fields['url'] : current.url,
  description: typeof fields['description'] === 'string' ? fields['description'] : current.description,
  events: Array.isArray(fields['events']) ? (fields['events'] as string[]) : current.events,
  stores: Array.isArray(fields['stores']) ? fields['stores'].filter(isStoreCode) : current.stores,
  isActive: typeof fields['is_active'] === 'boolean' ? fields['is_active'] : current.isActive,
})
