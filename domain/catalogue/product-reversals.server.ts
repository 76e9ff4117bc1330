/** How changes of products, their prices, costs, campaigns and photos, and of brands are undone. */
import { isDeepStrictEqual } from 'node:util'
import type { Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import type { Actor } from '../audit/actor.ts'
import { toSku } from '../products/sku.ts'
import { storeCodes, stores, type StoreCode } from '../stores/stores.ts'
import {
  givenStore,
  outcomeOf,
  type AuditFields,
  type Reversal,
  type RoomReversals,
  type UndoneEntry,
} from '../undo/reversal.ts'
import { readManufacturer, setManufacturer, type Manufacturer } from './brand-manufacturer.server.ts'
import type { CampaignPlan } from './campaign-plan.ts'
import { changePrice, readPrices } from './change-price.server.ts'
import { changePlans } from './plan-campaigns.server.ts'
import { setCosts } from './product-cost.server.ts'
import { storesSelling } from './product-lookup.server.ts'
import { restorePhotos } from './product-photos.server.ts'
import type { ProductPrices } from './product-prices.ts'
import { auditFieldsOf, withAuditFields } from './product-record-fields.ts'

/** The stores that sell the product; all where none does. */
export const storesOfProduct: NonNullable<Reversal['storesOf']> = async (db, { objectId }) => {
  const sold = await storesSelling(db, toSku(objectId))
  return sold.length > 0 ? sold : storeCodes
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
        store: givenStore(store),
        planned: before['planned'] as CampaignPlan[],
        expected: after['planned'] as CampaignPlan[],
      },
    ],
    `undo ${id}`,
  )
  return outcomeOf(answer!)
}

async function restoreFormerPhotos(trx: Kysely<DB>, actor: Actor, { objectId, before, after }: UndoneEntry) {
  const [photos, expected] = [before, after].map((fields) => fields['photos'] ?? []) as [Photos, Photos]
  return outcomeOf(await restorePhotos(trx, actor, toSku(objectId), { photos, expected }))
}
type Photos = Parameters<typeof restorePhotos>[3]['photos']

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

export const productReversals: RoomReversals = {
  'price.change': {
    permission: 'price:edit',
    reverse: async (trx, actor, { id, store, objectId, before, after }) =>
      outcomeOf(
        await changePrice(trx, actor, {
          sku: toSku(objectId),
          store: givenStore(store),
          prices: await overCurrent(trx, objectId, givenStore(store), before, after),
          expected: await overCurrent(trx, objectId, givenStore(store), after, before),
          mayRise: true,
          reason: `undo ${id}`,
        }),
      ),
  },
  'campaign.plan': { permission: 'price:edit', reverse: restorePlans },
  'campaign.remove': { permission: 'price:edit', reverse: restorePlans },
  'cost.change': {
    permission: 'price:edit',
    // Those of its currencies.
    storesOf: async (_db, { before, after }) =>
      storeCodes.filter((code) => stores[code].currency in { ...before, ...after }),
    reverse: async (trx, actor, { id, objectId, before, after }) => {
      const currencies = Object.keys({ ...before, ...after })
      const costs = Object.fromEntries(currencies.map((currency) => [currency, before[currency] ?? null]))
      return outcomeOf(await setCosts(trx, actor, { sku: toSku(objectId), costs, reason: `undo ${id}` }))
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
      return outcomeOf(await setManufacturer(trx, actor, { slug, manufacturer, reason: `undo ${id}` }))
    },
  },
  'product.change': {
    permission: 'product:edit',
    storesOf: storesOfProduct,
    reverse: async (trx, actor, { id, objectId, before, after }, { products }) => {
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
      return outcomeOf(answer)
    },
  },
  'photo.add': { permission: 'product:edit', storesOf: storesOfProduct, reverse: restoreFormerPhotos },
  'photo.change': { permission: 'product:edit', storesOf: storesOfProduct, reverse: restoreFormerPhotos },
  'photo.remove': { permission: 'product:edit', storesOf: storesOfProduct, reverse: restoreFormerPhotos },
}
