/**
 * Undo from the audit: a new change, computed from what an entry says was before, through the use case that made the
 * change. Refused where a later entry changed the same fields, which is named, and where something else is stored than
 * the entry left: imports have no entries of their products, and the price grid has others than the editor. An undo can
 * be undone.
 */
import { isDeepStrictEqual } from 'node:util'
import { sql, type Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import type { Actor } from '../audit/actor.ts'
import type { RecordedAction } from '../audit/audit-actions.ts'
import { audited } from '../audit/audited.server.ts'
import { storesSelling } from '../catalogue/product-lookup.server.ts'
import type { ProductEditor } from '../catalogue/product-editor.ts'
import { restorePhotos } from '../catalogue/product-photos.server.ts'
import { auditFieldsOf, withAuditFields } from '../catalogue/product-record-fields.ts'
import { changePrice, readPrices } from '../catalogue/change-price.server.ts'
import {
  readManufacturer,
  setManufacturer,
  type Manufacturer,
} from '../catalogue/brand-manufacturer.server.ts'
import type { CampaignPlan } from '../catalogue/campaign-plan.ts'
import { changePlans } from '../catalogue/plan-campaigns.server.ts'
import { setCosts } from '../catalogue/product-cost.server.ts'
import type { ProductPrices } from '../catalogue/product-prices.ts'
import { changePage, findPage, pageOf } from '../content/page-repository.server.ts'
import { removePage } from '../content/remove-content.server.ts'
import { addHint, changeHint, removeHint } from '../content/hint-repository.server.ts'
import { disableCoupon, findCoupons, saveCoupon, setUsesBefore } from '../coupons/coupon-repository.server.ts'
import type { CouponRecord } from '../coupons/coupon-rules.ts'
import { changeStoreCredit } from '../gift-cards/store-credit.server.ts'
import { minor } from '../money/money.ts'
import { toSku } from '../products/sku.ts'
import { revokeConfirmation } from '../redirects/former-page-repository.server.ts'
import { closeSearchMiss } from '../search/search-miss-repository.server.ts'
import { addSynonym, removeSynonyms } from '../search/synonym-repository.server.ts'
import { changeSettings, type SettingsChange } from '../settings/change-settings.server.ts'
import { isSection, readSettings } from '../settings/settings-repository.server.ts'
import type { Permission } from '../permissions/permissions.ts'
import { setThreshold } from '../stock/count-stock.server.ts'
import { changeStock, setIncoming } from '../stock/stock-history.server.ts'
import { isoDay, localDay } from '../stores/local-time.ts'
import { storeCodes, stores, type StoreCode } from '../stores/stores.ts'
import type { AuditFields, Reversal, Reversals, Reverse, UndoneEntry } from './reversal.ts'
import { customFieldReversals } from './undo-custom-fields.server.ts'
import { moduleSettingsReversal } from './undo-module-settings.server.ts'

export interface LaterEntry {
  id: number
  action: string
  recordedAt: Date
}

export type UndoAnswer =
  | { ok: true }
  | { ok: false; code: 'unknown_entry' | 'not_reversible' }
  /** `entry`: the later change in the way. */
  | { ok: false; code: 'changed_since'; entry: LaterEntry }
  /** The use case refuses the reverse change, with this code. */
  | { ok: false; code: 'impossible'; reason: string }

const outcome = (answer: { ok: true } | { ok: false; code: string }): true | string =>
  answer.ok ? true : answer.code

const needed = <Value>(value: Value | null): Value => {
  if (value === null) throw new Error('the entry has no store')
  return value
}

/** Refused where a campaign has begun or was planned since. */
async function restorePlans(
  trx: Kysely<DB>,
  actor: Actor,
  { id, store, objectId, before, after }: UndoneEntry,
) {
  const [answer] = await changePlans(
    trx,
    actor,
    [
      {
        sku: toSku(objectId),
        store: needed(store),
        planned: before['planned'] as CampaignPlan[],
        expected: after['planned'] as CampaignPlan[],
      },
    ],
    `undo ${id}`,
  )
  return outcome(answer!)
}

/** A coupon's fields as the audit names them, over the stored record. */
async function restoreCoupon(trx: Kysely<DB>, actor: Actor, code: string, fields: AuditFields) {
  const [stored] = await findCoupons(trx, [code])
  if (!stored) return 'unknown_coupon'
  const time = (value: unknown) => (typeof value === 'string' ? Date.parse(value) : null)
  const terms = 'terms' in fields ? (fields['terms'] as Omit<CouponRecord['definition'], 'code'>) : null
  const restored: CouponRecord = {
    definition: terms ? { ...terms, code: stored.definition.code } : stored.definition,
    validFrom: 'validFrom' in fields ? time(fields['validFrom']) : stored.validFrom,
    validTo: 'validTo' in fields ? time(fields['validTo']) : stored.validTo,
    stores: (fields['stores'] as CouponRecord['stores'] | undefined) ?? stored.stores,
    usageLimit: 'usageLimit' in fields ? (fields['usageLimit'] as number | null) : stored.usageLimit,
    usageLimitPerCustomer:
      'usageLimitPerCustomer' in fields
        ? (fields['usageLimitPerCustomer'] as number | null)
        : stored.usageLimitPerCustomer,
    disabledAt: 'disabledAt' in fields ? time(fields['disabledAt']) : stored.disabledAt,
  }
  await saveCoupon(trx, actor, restored)
  if (typeof fields['usedBefore'] === 'number') await setUsesBefore(trx, actor, code, fields['usedBefore'])
  return true as const
}

type Hint = Parameters<typeof addHint>[2]

async function addRemovedHint(trx: Kysely<DB>, actor: Actor, { store, before }: UndoneEntry) {
  const hint = { ...before, store: needed(store) } as unknown as Hint
  return outcome(await addHint(trx, actor, hint, { mayUpdate: false }))
}

async function restoreFormerPhotos(trx: Kysely<DB>, actor: Actor, { objectId, before, after }: UndoneEntry) {
  const [photos, expected] = [before, after].map((fields) => fields['photos'] ?? []) as [Photos, Photos]
  return outcome(await restorePhotos(trx, actor, toSku(objectId), { photos, expected }))
}
type Photos = Parameters<typeof restorePhotos>[3]['photos']

/** Imports write pages too, and pages move: what is stored need not be what the entry left. */
const isAsAfter = (current: object, after: UndoneEntry['after']): boolean =>
  Object.entries(after).every(([name, value]) => current[name as keyof typeof current] === value)

/** Puts a removed row of content back. */
const insertRemoved =
  (table: 'content_page' | 'widget', action: RecordedAction, kind: 'page' | 'widget'): Reverse =>
  async (trx, actor, { store, objectId, before }) =>
    audited(trx, actor, async (inside, record) => {
      const { rows } = await sql`insert into ${sql.table(table)}
        select (jsonb_populate_record(null::${sql.table(table)}, ${JSON.stringify(before)}::jsonb)).*
        on conflict do nothing returning 1`.execute(inside)
      if (rows.length === 0) return 'exists'
      record({ action, object: [kind, objectId], store, after: before })
      return true
    })

/** As a difference, because sales go on. */
const takeStockBack: Reverse = async (trx, actor, { id, store, objectId, before, after }) =>
  outcome(
    await changeStock(trx, actor, {
      sku: toSku(objectId),
      store: needed(store),
      // A count that found what was stored has neither.
      units: Number(before['available'] ?? 0) - Number(after['available'] ?? 0),
      reason: 'correction',
      reference: `undo ${id}`,
    }),
  )

/** The kernel's changes that can be undone; modules name theirs in their manifests. */
export const kernelReversals: Readonly<Partial<Record<RecordedAction, Reversal>>> = {
  ...customFieldReversals,
  'module_settings.change': moduleSettingsReversal,
  'stock.change': { permission: 'stock:edit', reverse: takeStockBack },
  'stock.count': { permission: 'stock:edit', reverse: takeStockBack },
  'stock.threshold': {
    permission: 'stock:edit',
    reverse: async (trx, actor, { id, store, objectId, before }) =>
      outcome(
        await setThreshold(trx, actor, {
          sku: toSku(objectId),
          store: needed(store),
          units: (before['threshold'] as number | null | undefined) ?? null,
          reason: `undo ${id}`,
        }),
      ),
  },
  'stock.incoming': {
    permission: 'stock:edit',
    reverse: async (trx, actor, { id, store, objectId, before, after }) => {
      const { rows } = await sql<{ incoming: number; incoming_at: Date | null }>`
        select s.incoming, s.incoming_at from stock s join product p on p.id = s.product_id
        where p.sku = ${objectId} and s.store = ${store} for update of s`.execute(trx)
      const [row] = rows
      if (!row) return 'unknown_product'
      // As a difference, because sales go on; a date that stayed equal is not in the entry.
      const units = row.incoming + Number(before['incoming'] ?? 0) - Number(after['incoming'] ?? 0)
      const { timeZone } = stores[needed(store)]
      const present = row.incoming_at && isoDay(localDay(timeZone, row.incoming_at.getTime()))
      const isDated = 'incomingOn' in before || 'incomingOn' in after
      const dateIn = (side: AuditFields) =>
        isDated ? ((side['incomingOn'] as string | null | undefined) ?? null) : present
      // An import may have set another day.
      const expected = { units: row.incoming, date: dateIn(after) }
      return outcome(
        await setIncoming(trx, actor, {
          sku: toSku(objectId),
          store: needed(store),
          units,
          date: dateIn(before),
          expected,
          reason: `undo ${id}`,
        }),
      )
    },
  },
  'price.change': {
    permission: 'price:edit',
    reverse: async (trx, actor, { id, store, objectId, before, after }) =>
      outcome(
        await changePrice(trx, actor, {
          sku: toSku(objectId),
          store: needed(store),
          prices: await overCurrent(trx, objectId, needed(store), before, after),
          expected: await overCurrent(trx, objectId, needed(store), after, before),
          mayRise: true,
          reason: `undo ${id}`,
        }),
      ),
  },
  'campaign.plan': { permission: 'price:edit', reverse: restorePlans },
  'campaign.remove': { permission: 'price:edit', reverse: restorePlans },
  'cost.change': {
    permission: 'price:edit',
    reverse: async (trx, actor, { id, objectId, before, after }) => {
      const currencies = Object.keys({ ...before, ...after })
      const costs = Object.fromEntries(currencies.map((currency) => [currency, before[currency] ?? null]))
      return outcome(await setCosts(trx, actor, { sku: toSku(objectId), costs, reason: `undo ${id}` }))
    },
  },
  'brand.set_manufacturer': {
    permission: 'product:edit',
    reverse: async (trx, actor, { id, objectId: slug, before, after }) => {
      // Fields that stayed equal are not in the entry.
      const fields: AuditFields = { ...(await readManufacturer(trx, slug)) }
      for (const name of Object.keys({ ...before, ...after })) fields[name] = before[name] ?? ''
      const { name = '', address = '', email = '' } = fields as Partial<Manufacturer>
      const manufacturer = name === '' || address === '' || email === '' ? null : { name, address, email }
      return outcome(await setManufacturer(trx, actor, { slug, manufacturer, reason: `undo ${id}` }))
    },
  },
  // The ledger is append-only: the undo is an entry the other way.
  'account.change_credit': {
    permission: 'order:refund',
    stepUp: true,
    reverse: async (trx, actor, { id, store, objectId, after }) =>
      outcome(
        await changeStoreCredit(trx, actor, {
          accountId: Number(objectId),
          store: needed(store),
          amountMinor: minor(-Number(after['amountMinor'])),
          reason: `undo ${id}`,
          requestKey: `undo-of-${id}`,
          keys: null,
        }),
      ),
  },
  'settings.change': { permission: 'settings:edit', stepUp: true, reverse: restoreSettings },
  'product.change': {
    permission: 'product:edit',
    reverse: async (trx, actor, { id, objectId, before, after }, products) => {
      const current = await products.read(trx, toSku(objectId))
      if (!current) return 'unknown_product'
      const names = Object.keys({ ...before, ...after })
      const stored = auditFieldsOf(current) as AuditFields
      if (names.some((name) => !isDeepStrictEqual(stored[name], after[name]))) return 'changed_meanwhile'
      const fields = Object.fromEntries(names.map((name) => [name, before[name]]))
      const answer = await products.save(trx, actor, {
        record: withAuditFields(current, fields),
        expected: { ...current },
        may: () => true,
        mayRise: true,
        reason: `undo ${id}`,
      })
      return outcome(answer)
    },
  },
  'photo.add': { permission: 'product:edit', reverse: restoreFormerPhotos },
  'photo.change': { permission: 'product:edit', reverse: restoreFormerPhotos },
  'photo.remove': { permission: 'product:edit', reverse: restoreFormerPhotos },
  // The code stays, because orders may have used it.
  'coupon.create': {
    permission: 'coupon:edit',
    reverse: async (trx, actor, { objectId }, _products, now) => {
      const [stored] = await findCoupons(trx, [objectId])
      if (!stored) return 'unknown_coupon'
      if (stored.disabledAt !== null) return 'already_done'
      await disableCoupon(trx, actor, objectId, new Date(now))
      return true
    },
  },
  'coupon.change': {
    permission: 'coupon:edit',
    reverse: (trx, actor, { objectId, before }) => restoreCoupon(trx, actor, objectId, before),
  },
  'coupon.disable': {
    permission: 'coupon:edit',
    reverse: (trx, actor, { objectId }) => restoreCoupon(trx, actor, objectId, { disabledAt: null }),
  },
  'former_page.confirm': {
    permission: 'product:edit',
    reverse: async (trx, actor, { store, after }) => {
      const confirmation = Number(after['confirmation'])
      const isRevoked = await revokeConfirmation(trx, actor, { store: needed(store), confirmation })
      return isRevoked ? true : 'unknown_redirect'
    },
  },
  'hint.add': {
    permission: 'product:edit',
    reverse: async (trx, actor, { objectId }) =>
      (await removeHint(trx, actor, Number(objectId))) ? true : 'unknown_hint',
  },
  'hint.change': {
    permission: 'product:edit',
    reverse: async (trx, actor, { objectId, before }) => {
      const current = await trx
        .selectFrom('search_hint')
        .selectAll()
        .where('id', '=', Number(objectId))
        .executeTakeFirst()
      if (!current) return 'unknown_hint'
      return outcome(await changeHint(trx, actor, current.id, { ...current, ...before }))
    },
  },
  'hint.remove': { permission: 'product:edit', reverse: addRemovedHint },
  'synonym.add': {
    permission: 'product:edit',
    reverse: async (trx, actor, { store, objectId, after }) => {
      const removed = await removeSynonyms(trx, actor, needed(store), objectId, String(after['means']))
      return removed > 0 ? true : 'unknown_synonym'
    },
  },
  'synonym.remove': {
    permission: 'product:edit',
    reverse: async (trx, actor, { store, objectId, before }) =>
      outcome(
        await addSynonym(trx, actor, {
          store: needed(store),
          term: objectId,
          means: String(before['means']),
          bothWays: before['bothWays'] === true,
        }),
      ),
  },
  'search_miss.close': {
    permission: 'product:edit',
    reverse: async (trx, actor, { objectId }) =>
      (await closeSearchMiss(trx, actor, Number(objectId), null)) ? true : 'unknown_search',
  },
  'page.add': {
    permission: 'product:edit',
    reverse: async (trx, actor, { store, objectId, after }) => {
      const { path } = pageOf(needed(store), objectId)
      const current = await findPage(trx, { store: needed(store), path })
      if (current === null) return 'unknown_page'
      if (!isAsAfter(current, after)) return 'changed_meanwhile'
      return (await removePage(trx, actor, needed(store), path)) ? true : 'unknown_page'
    },
  },
  'page.change': {
    permission: 'product:edit',
    reverse: async (trx, actor, { store, objectId, before, after }) => {
      const at = pageOf(needed(store), objectId)
      const current = await findPage(trx, at)
      if (current === null) return 'unknown_page'
      if (!isAsAfter(current, after)) return 'changed_meanwhile'
      return outcome(await changePage(trx, actor, at, { ...current, ...before }))
    },
  },
  'page.remove': {
    permission: 'product:edit',
    reverse: insertRemoved('content_page', 'page.restore', 'page'),
  },
  'widget.remove': {
    permission: 'product:edit',
    reverse: insertRemoved('widget', 'widget.restore', 'widget'),
  },
}

/** The section with the fields of the entry as they were before; a field that was absent is left out again. */
async function restoreSettings(
  trx: Kysely<DB>,
  actor: Actor,
  { id, store, objectId, before, after }: UndoneEntry,
  _products: ProductEditor,
  now: number,
) {
  if (!isSection(objectId)) return 'unknown_section'
  const { settings } = await readSettings(trx, needed(store), { lock: true })
  const current = Object.entries(settings[objectId]).filter(([name]) => !(name in after))
  return outcome(
    await changeSettings({ db: trx, clock: () => now }, actor, {
      store: needed(store),
      section: objectId,
      value: { ...Object.fromEntries(current), ...before },
      version: null,
      reason: `undo ${id}`,
    } as SettingsChange),
  )
}

/** One side of an entry over the present prices, because fields that stayed equal are not in it. */
async function overCurrent(
  trx: Kysely<DB>,
  sku: string,
  store: StoreCode,
  side: Partial<ProductPrices>,
  otherSide: AuditFields,
): Promise<ProductPrices> {
  const current = (await readPrices(trx, { sku: toSku(sku), store }))?.prices
  return {
    normal: side.normal ?? current?.normal ?? [],
    campaign:
      'campaign' in side || 'campaign' in otherSide ? (side.campaign ?? null) : (current?.campaign ?? null),
  }
}

/** The permission that a person needs to undo changes of this kind; null: they cannot be undone. */
export function undoPermission(reversals: Reversals, action: string): Permission | null {
  return reversals[action]?.permission ?? null
}

/** Whether the undo of changes of this kind asks for a step-up, as the change does. */
export function undoAsksForStepUp(reversals: Reversals, action: string): boolean {
  return reversals[action]?.stepUp ?? false
}

/**
 * The stores in which a person needs that permission, as for the change itself: the entry's store, where it has one;
 * of a coupon those in which it is valid or would be valid again; of purchase costs those of its currencies; of a product
 * those that sell it; otherwise all.
 */
export async function storesToUndo(
  db: Kysely<DB>,
  { action, store, objectKind, objectId, before, after }: UndoObject,
): Promise<readonly StoreCode[]> {
  if (store !== null) return [store]
  if (objectKind === 'coupon') {
    const [coupon] = await findCoupons(db, [objectId])
    const named = [
      coupon?.stores ?? [],
      (before?.['stores'] as StoreCode[] | undefined) ?? coupon?.stores ?? [],
    ]
    // A coupon without stores is valid in all of them.
    return named.some((codes) => codes.length === 0) ? storeCodes : [...new Set(named.flat())]
  }
  if (action === 'cost.change')
    return storeCodes.filter((code) => stores[code].currency in { ...before, ...after })
  if (objectKind === 'product') {
    const sold = await storesSelling(db, toSku(objectId))
    if (sold.length > 0) return sold
  }
  return storeCodes
}

/** What an entry of the audit is about. */
export interface UndoObject {
  action: string
  store: StoreCode | null
  objectKind: string
  objectId: string
  before: AuditFields | null
  after: AuditFields | null
}

/** The change that an entry of the audit describes; null: there is no such entry. */
export async function findChange(db: Kysely<DB>, id: number): Promise<UndoObject | null> {
  const entry = await db
    .selectFrom('audit_entry')
    .select(['action', 'store', 'object_kind as objectKind', 'object_id as objectId', 'before', 'after'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (entry === undefined) return null
  return { ...entry, before: entry.before as AuditFields | null, after: entry.after as AuditFields | null }
}

/** Undoes the change that an entry of the audit describes. */
export async function undoChange(
  {
    db,
    products,
    reversals,
    clock = Date.now,
  }: { db: Kysely<DB>; products: ProductEditor; reversals: Reversals; clock?: () => number },
  actor: Actor,
  id: number,
): Promise<UndoAnswer> {
  return audited(db, actor, async (trx) => {
    const row = await trx.selectFrom('audit_entry').selectAll().where('id', '=', id).executeTakeFirst()
    if (!row) return { ok: false, code: 'unknown_entry' }
    const known = reversals[row.action]
    if (!known) return { ok: false, code: 'not_reversible' }
    // One undo of an object at a time: a second one waits, and then finds the entry of the first.
    await sql`select pg_advisory_xact_lock(hashtextextended(${`undo ${row.object_kind} ${row.object_id}`}, 0))`.execute(
      trx,
    )
    const entry: UndoneEntry = {
      id,
      action: row.action,
      store: row.store,
      objectId: row.object_id,
      before: (row.before ?? {}) as AuditFields,
      after: (row.after ?? {}) as AuditFields,
    }
    const later = await laterEntry(trx, row.object_kind, entry)
    if (later) return { ok: false, code: 'changed_since', entry: later }
    await sql`select set_config('anode.undoes', ${String(id)}, true)`.execute(trx)
    const done = await known.reverse(trx, actor, entry, products, clock())
    return done === true ? { ok: true } : { ok: false, code: 'impossible', reason: done }
  })
}

/**
 * The first later entry of the object that changed a field of this one. Changes of stock and of store credit add up, so
 * that only an undo of the entry itself is in the way, or a later count that holds: it has found what there is.
 */
async function laterEntry(trx: Kysely<DB>, kind: string, entry: UndoneEntry): Promise<LaterEntry | null> {
  const addsUp = ['stock.change', 'stock.count', 'account.change_credit'].includes(entry.action)
  const isInTheWay = addsUp
    ? sql`(undoes = ${entry.id}
          or action = 'stock.count' and not exists (select from audit_entry u where u.undoes = audit_entry.id))`
    : sql`coalesce(before, '{}') || coalesce(after, '{}') ?| ${[
        ...new Set([...Object.keys(entry.before), ...Object.keys(entry.after)]),
      ]}::text[]`
  const { rows } = await sql<LaterEntry>`select id, action, recorded_at as "recordedAt" from audit_entry
    where object_kind = ${kind} and object_id = ${entry.objectId} and id > ${entry.id}
      and store is not distinct from ${entry.store} and ${isInTheWay}
    order by id limit 1`.execute(trx)
  return rows[0] ?? null
}
