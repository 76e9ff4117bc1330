/** The price grid, and changes of many prices as jobs. */
import type { FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { adminError } from '../../contract/admin/error.ts'
import { doneAnswer } from '../../contract/admin/orders.ts'
import { startedJob } from '../../contract/admin/jobs.ts'
import {
  type adjustment,
  type bulkTarget,
  campaignsAnswer,
  campaignsQuery,
  dismissExpiredBody,
  previewPricesBody,
  priceGridAnswer,
  priceGridRows,
  pricePlan,
  removePlansBody,
  startPricesBody,
  type typedPlans,
  type typedPrices,
} from '../../contract/admin/prices.ts'
import { listCampaigns } from '../../domain/prices/campaigns.server.ts'
import { dismissExpiredCampaigns, listExpiredCampaigns } from '../../domain/prices/missed-campaigns.server.ts'
import {
  planCampaigns,
  planTypedCampaigns,
  startCampaignPlan,
  startPlanRemoval,
  type PlannedCampaignRow,
} from '../../domain/prices/campaign-plans.server.ts'
import { productResource } from '../../domain/product-editing/product-resource.server.ts'
import {
  planAdjustment,
  planPrices,
  productsOf,
  readPriceGrid,
  startPriceChange,
  type PlannedRow,
  type PriceGridRow,
} from '../../domain/prices/price-changes.server.ts'
import type { Adjustment, PriceAdjustment } from '../../domain/catalogue/adjust-prices.ts'
import { hasEnded, type CampaignPlan } from '../../domain/catalogue/campaign-plan.ts'
import type { PricedIn } from '../../domain/catalogue/change-price.server.ts'
import type { Campaign, ProductPrices } from '../../domain/catalogue/product-prices.ts'
import { toMajor, toMinor, zeroMinor } from '../../domain/money/money.ts'
import { toSku } from '../../domain/products/sku.ts'
import { readMerchantDate, type DateEdge } from '../../domain/stores/merchant-date.ts'
import { dayIn } from '../../domain/stores/store-day.ts'
import { stores, type StoreCode } from '../../domain/stores/stores.ts'
import { AdminRefusal, requireOk } from './admin-refusal.ts'
import type { AdminServices } from './admin-services.ts'
import { digestOf, jobOf, requirePreviewed } from './planned-prices.ts'
import { readWire, viewCampaign, viewMargin, viewPrices, type WirePrices } from './price-view.ts'
import { productTerms } from './products.ts'
import { resourceQuery } from './resource-contract.ts'
import { permittedStores } from './require-permission.ts'
import { permittedStore } from './requested-store.ts'
import { readViewQuery, viewOf } from './table-routes.ts'

type Target = z.output<typeof bulkTarget>
type WireAdjustment = z.output<typeof adjustment>
type WirePlan = Extract<WireAdjustment, { field: 'plan' }>
type TypedPlans = z.output<typeof typedPlans>
type TypedPrices = z.output<typeof typedPrices>

function pricedIn(request: FastifyRequest, { store, sku }: { store: string; sku: string }): PricedIn {
  return { store: permittedStore(request, store), sku: toSku(sku) }
}

/** The moment of a day of the store, or of a time with its offset. */
function moment(store: StoreCode, text: string | null, edge: DateEdge): string | null {
  const at = text === null ? null : readMerchantDate(text, stores[store].timeZone, edge)
  return at === null ? null : new Date(at).toISOString()
}

/** Typed prices, whose campaigns may name days of the store. */
function readTyped(store: StoreCode, { normal, campaign }: TypedPrices[number]['prices']): ProductPrices {
  return readWire({
    normal,
    campaign: campaign && {
      ...campaign,
      startsAt: moment(store, campaign.startsAt, 'start'),
      endsAt: moment(store, campaign.endsAt, 'end'),
    },
  })
}

/** First and last day of a campaign in its store. */
function viewDays(store: StoreCode, { campaign }: ProductPrices) {
  const day = (time: string | null | undefined, before: number) =>
    time ? dayIn(store, Date.parse(time) - before) : null
  return { startsOn: day(campaign?.startsAt, 0), endsOn: day(campaign?.endsAt, 1) }
}

/** An adjustment in one store: days are the store's. */
function readAdjustment(wire: Exclude<WireAdjustment, WirePlan>, store: StoreCode): PriceAdjustment {
  const open = { startsAt: null, endsAt: null }
  if (wire.field === 'end')
    return { field: 'end', by: { how: 'set', priceMinor: zeroMinor }, rounds: false, period: open }
  const period =
    wire.field === 'normal'
      ? open
      : { startsAt: moment(store, wire.startsOn, 'start'), endsAt: moment(store, wire.endsOn, 'end') }
  return { field: wire.field, by: readMagnitude(wire.by), rounds: wire.rounds, period }
}

function readMagnitude(by: Exclude<WireAdjustment, { field: 'end' }>['by']): Adjustment {
  if (by.how === 'percent') return { how: 'percent', ofBasisPoints: 10_000 + Math.round(by.percent * 100) }
  return by.how === 'amount'
    ? { how: 'amount', byMinor: toMinor(by.amount) }
    : { how: 'set', priceMinor: toMinor(by.amount) }
}

const viewRow = ({
  sku,
  store,
  outcome,
  refusal,
  before,
  after,
  rounded,
  replaces,
  overlaps,
  reduction,
  margin,
}: PlannedRow) => ({
  sku,
  store,
  outcome,
  refusal,
  before: before && viewPrices(before),
  after: after && viewPrices(after),
  rounded: rounded.map(({ kind, minQuantity, formerMinor, roundedMinor }) => ({
    kind,
    quantity: minQuantity,
    from: toMajor(formerMinor),
    to: toMajor(roundedMinor),
  })),
  replaces: replaces && viewCampaign(replaces),
  overlaps: overlaps.map(viewCampaign),
  reduction: reduction && {
    lowest: reduction.lowestMinor === null ? null : toMajor(reduction.lowestMinor),
    percent: reduction.percent,
  },
  margin: viewMargin(margin),
})

/** Rows that the dry run of a bulk change shows. */
const shownRows = 200

function viewPlan(plan: readonly PlannedRow[], limit: number, { isForLater = false } = {}) {
  const count = (outcome: PlannedRow['outcome']) => plan.filter((row) => row.outcome === outcome).length
  const rank = ({ outcome, replaces, overlaps, margin }: PlannedRow) =>
    outcome === 'refused' ? 0 : margin?.isBelowCost ? 1 : replaces || overlaps.length > 0 ? 2 : 3
  const rows = plan.length > limit ? plan.toSorted((a, b) => rank(a) - rank(b)).slice(0, limit) : plan
  return {
    total: plan.length,
    changes: count('change'),
    unchanged: count('unchanged'),
    refused: count('refused'),
    replaced: plan.filter(
      ({ outcome, replaces, overlaps }) =>
        replaces !== null || (isForLater && outcome === 'change' && overlaps.length > 0),
    ).length,
    belowCost: plan.filter(({ margin }) => margin?.isBelowCost).length,
    digest: digestOf(plan),
    rows: rows.map(viewRow),
  }
}

/**
 * The filters of the list of products. `plan`: the campaigns are those that are planned, the next one of each product or
 * the one from a day of its store on.
 */
const priceGridQuery = resourceQuery(productResource)
  .omit({ after: true, limit: true, columns: true, density: true })
  .extend({ plan: z.union([z.literal('next'), z.iso.date()]).optional() })

/** Ten thousand typed rows. */
const bodyLimit = 8 * 1024 * 1024

export const adminPriceRoutes: FastifyPluginAsyncZod<AdminServices> = async (app, services) => {
  const { db, clock } = services

  const targetOf = async (request: FastifyRequest, target: Target): Promise<PricedIn[]> => {
    if ('products' in target) return target.products.map((product) => pricedIn(request, product))
    const query = readViewQuery(productTerms.query, target.query)
    const readable = request.staff.grants['product:read'] ?? []
    const view = viewOf(
      query,
      productTerms.filtersOf(query),
      permittedStores(request).filter((store) => readable.includes(store)),
    )
    const products = await productsOf(db, { view })
    if (products === null) throw new AdminRefusal(409, 'too_many_rows')
    return products
  }

  const planBulk = async (
    request: FastifyRequest,
    target: Target,
    wire: Exclude<WireAdjustment, WirePlan>,
  ) => {
    const products = await targetOf(request, target)
    const byStore = Map.groupBy(products, ({ store }) => store)
    const plans: PlannedRow[] = []
    for (const [store, inStore] of byStore)
      plans.push(...(await planAdjustment(services, inStore, readAdjustment(wire, store))))
    return plans
  }

  const planLater = async (request: FastifyRequest, target: Target, wire: WirePlan) => {
    const products = await targetOf(request, target)
    const { rounds, replaces } = wire
    const plans: PlannedCampaignRow[] = []
    for (const [store, inStore] of Map.groupBy(products, (product) => product.store)) {
      const period = {
        startsAt: moment(store, wire.startsOn, 'start')!,
        endsAt: moment(store, wire.endsOn, 'end'),
      }
      const by = readMagnitude(wire.by)
      plans.push(...(await planCampaigns(services, inStore, { by, rounds, period, replaces })))
    }
    return plans
  }

  const planTyped = (request: FastifyRequest, changes: TypedPrices) =>
    planPrices(
      services,
      changes.map((change) => {
        const product = pricedIn(request, change)
        const prices = readTyped(product.store, change.prices)
        return { ...product, prices, expected: readWire(change.expected) }
      }),
    )

  const planTypedLater = (
    request: FastifyRequest,
    { plans, replaces }: { plans: TypedPlans; replaces: boolean },
  ) =>
    planTypedCampaigns(
      services,
      plans.map(({ campaign, expected, ...row }) => {
        const product = pricedIn(request, row)
        const read = (wire: WirePrices['campaign']) => readWire({ normal: [], campaign: wire }).campaign
        const wanted = readTyped(product.store, { normal: [], campaign }).campaign
        return {
          ...product,
          // The contract asks for its start.
          campaign: wanted && { ...wanted, startsAt: wanted.startsAt! },
          expected: read(expected),
        }
      }),
      { replaces },
    )

  app.get(
    '/admin/api/price-grid',
    {
      config: { permission: 'price:read' },
      schema: {
        summary: `All prices of the products of a view, at most ${priceGridRows}`,
        querystring: priceGridQuery,
        response: { 200: priceGridAnswer },
      },
    },
    async (request) => {
      const { query } = request
      const limited = { ...query, limit: priceGridRows }
      const view = viewOf(limited, productTerms.filtersOf(limited), permittedStores(request))
      const { rows, count } = await readPriceGrid(db, view, priceGridRows)
      const seesCost = new Set(request.staff.grants['price:edit'])
      const now = clock()
      const openPlans = ({ plans }: PriceGridRow) => plans.filter((plan) => !hasEnded(plan, now))
      const dayOf = (store: StoreCode, { startsAt }: CampaignPlan) => dayIn(store, Date.parse(startsAt))
      /** The prices of a row; with a plan, the planned campaign in the place of the one in force. */
      const pricesOf = (row: PriceGridRow): ProductPrices => {
        if (query.plan === undefined) return row.prices
        const found = openPlans(row).find(
          (plan) => query.plan === 'next' || dayOf(row.store, plan) === query.plan,
        )
        return { normal: row.prices.normal, campaign: found ?? null }
      }
      const days = new Set(rows.flatMap((row) => openPlans(row).map((plan) => dayOf(row.store, plan))))
      return {
        rows: rows.map((row) => {
          const { sku, store, name, vatRateBasisPoints, costMinor } = row
          const prices = pricesOf(row)
          return {
            sku,
            store,
            name,
            vatRate: vatRateBasisPoints / 100,
            prices: viewPrices(prices),
            cost: costMinor !== null && seesCost.has(store) ? toMajor(costMinor) : null,
            ...viewDays(store, prices),
          }
        }),
        count,
        plannedFrom: [...days].toSorted(),
      }
    },
  )

  app.get(
    '/admin/api/campaigns',
    {
      config: { permission: 'price:read' },
      schema: {
        summary: 'Campaigns of a period: products of a store with the same first and last moment',
        querystring: campaignsQuery,
        response: { 200: campaignsAnswer },
      },
    },
    async (request) => {
      const { from, to, 'filter.store': chosen } = request.query
      const shown = permittedStores(request).filter((store) => chosen?.includes(store) ?? true)
      const windows = shown.map((store) => ({
        store,
        from: moment(store, from, 'start')!,
        to: moment(store, to, 'end')!,
      }))
      const [campaigns, expired] = await Promise.all([
        listCampaigns(db, windows, clock()),
        listExpiredCampaigns(db, shown),
      ])
      const daysOf = (store: StoreCode, period: Pick<Campaign, 'startsAt' | 'endsAt'>) =>
        viewDays(store, { normal: [], campaign: { tiers: [], ...period } })
      return {
        campaigns: campaigns.map(
          ({ store, startsAt, endsAt, isPlanned, products, name, notLower, delayed, late }) => {
            const period = {
              startsAt: startsAt?.toISOString() ?? null,
              endsAt: endsAt?.toISOString() ?? null,
            }
            return {
              store,
              startsAt: period.startsAt,
              endsAt: period.endsAt,
              ...daysOf(store, period),
              planned: isPlanned,
              products,
              name,
              notLower,
              delayed,
              late,
            }
          },
        ),
        expired: expired.map(({ store, startsAt, endsAt, ...campaign }) => {
          const period = { startsAt: startsAt.toISOString(), endsAt: endsAt.toISOString() }
          return {
            ...campaign,
            store,
            startsAt: period.startsAt,
            endsAt: period.endsAt,
            ...daysOf(store, period),
          }
        }),
      }
    },
  )

  app.post(
    '/admin/api/price-changes/preview',
    {
      config: { permission: 'price:edit' },
      bodyLimit,
      schema: {
        summary:
          'What a change of prices would do to each product, with the 30-day lowest prices; saves nothing',
        body: previewPricesBody,
        response: { 200: pricePlan, 400: adminError, 403: adminError, 404: adminError, 409: adminError },
      },
    },
    async (request) => {
      const { body } = request
      const all = Number.POSITIVE_INFINITY
      if ('changes' in body) return viewPlan(await planTyped(request, body.changes), all)
      if ('plans' in body) return viewPlan(await planTypedLater(request, body), all, { isForLater: true })
      const { target, adjustment: wire } = body
      return wire.field === 'plan'
        ? viewPlan(await planLater(request, target, wire), shownRows, { isForLater: true })
        : viewPlan(await planBulk(request, target, wire), shownRows)
    },
  )

  app.post(
    '/admin/api/price-changes',
    {
      config: { permission: 'price:edit' },
      bodyLimit,
      schema: {
        summary: 'Change prices as a job that can be undone',
        body: startPricesBody,
        response: { 200: startedJob, 400: adminError, 403: adminError, 404: adminError, 409: adminError },
      },
    },
    async (request) => {
      const { body, actor } = request
      const given = { staffId: request.staff.id, reason: body.reason ?? null }
      if ('changes' in body) {
        const plan = await planTyped(request, body.changes)
        return jobOf(await startPriceChange(services, actor, { ...given, plan, terms: {} }))
      }
      if ('plans' in body) {
        const plan = await planTypedLater(request, body)
        if (plan.some(({ refusal }) => refusal === 'changed_meanwhile'))
          throw new AdminRefusal(409, 'changed_meanwhile')
        return jobOf(await startCampaignPlan(services, actor, { ...given, plan, terms: {} }))
      }
      const { target, adjustment: wire } = body
      const terms = { target, adjustment: wire }
      if (wire.field === 'plan') {
        const plan = requirePreviewed(await planLater(request, target, wire), body)
        return jobOf(await startCampaignPlan(services, actor, { ...given, plan, terms }))
      }
      const plan = requirePreviewed(await planBulk(request, target, wire), body)
      return jobOf(await startPriceChange(services, actor, { ...given, plan, terms }))
    },
  )

  app.post(
    '/admin/api/planned-campaigns/remove',
    {
      config: { permission: 'price:edit' },
      schema: {
        summary: 'Remove the campaigns that are planned for a period of a store, as a job that can be undone',
        body: removePlansBody,
        response: { 200: startedJob, 403: adminError, 404: adminError, 409: adminError },
      },
    },
    async (request) => {
      const { store, startsAt, endsAt } = request.body
      const period = {
        store: permittedStore(request, store),
        startsAt: new Date(startsAt).toISOString(),
        endsAt: endsAt && new Date(endsAt).toISOString(),
      }
      return jobOf(await startPlanRemoval(services, request.actor, { staffId: request.staff.id, period }))
    },
  )

  app.post(
    '/admin/api/expired-campaigns/dismiss',
    {
      config: { permission: 'price:edit' },
      schema: {
        summary: 'Take the planned campaigns of a period that did not begin off the list',
        body: dismissExpiredBody,
        response: { 200: doneAnswer, 403: adminError, 404: adminError, 409: adminError },
      },
    },
    async (request) => {
      const { store, startsAt, endsAt } = request.body
      const period = {
        store: permittedStore(request, store),
        startsAt: new Date(startsAt).toISOString(),
        endsAt: new Date(endsAt).toISOString(),
      }
      requireOk(await dismissExpiredCampaigns(db, request.actor, period))
      return { done: true as const }
    },
  )
}
