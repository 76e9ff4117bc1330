/** The page and the form of a discount code, and the simulator of what codes do; their list is declared. */
import type { FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import {
  couponKindsAnswer,
  couponPage,
  couponParams,
  createCouponBody,
  createdCoupon,
  replaceCouponBody,
  simulateBody,
  simulation,
  type CouponPage,
  type EditedCoupon,
} from '../../contract/admin/coupons.ts'
import { adminError } from '../../contract/admin/error.ts'
import { doneAnswer } from '../../contract/admin/orders.ts'
import { listAudit } from '../../domain/audit/audit-repository.server.ts'
import { couponStateOf } from '../../domain/coupons/coupon-state.ts'
import { withActorNames } from '../../domain/audit/actor-names.server.ts'
import { simulateCart } from '../../domain/checkout/simulate-cart.server.ts'
import {
  judgeCouponRecord,
  kindNameOf,
  type RecordJudgement,
} from '../../domain/coupons/coupon-record.server.ts'
import {
  disableCoupon,
  listCoupons,
  saveCoupon,
  type StoredCoupon,
} from '../../domain/coupons/coupon-repository.server.ts'
import { plausibleCodes } from '../../domain/coupons/discount-code.ts'
import { describeKinds } from '../../domain/coupons/describe-kinds.server.ts'
import {
  editCoupon,
  listCouponUses,
  replaceCoupon,
  writtenDown,
} from '../../domain/coupons/edit-coupon.server.ts'
import { productIdsBySku, skusOfProducts } from '../../domain/catalogue/product-skus.server.ts'
import { toMajor } from '../../domain/money/money.ts'
import { toSku } from '../../domain/products/sku.ts'
import { isoMinute } from '../../domain/stores/local-time.ts'
import {
  defaultStoreCode,
  isStoreCode,
  storeCodes,
  stores,
  type StoreCode,
} from '../../domain/stores/stores.ts'
import { AdminRefusal, requireOk } from './admin-refusal.ts'
import type { AdminServices } from './admin-services.ts'
import { mayUndo } from './may-undo.ts'
import { timelineIn, viewAuditEntry } from './audit-view.ts'
import { permittedStores, requireStore } from './require-permission.ts'
import { permittedStore } from './requested-store.ts'

type Fields = Readonly<Record<string, unknown>>

interface FieldProblem {
  field: string
  code: string
}

const refused = { 403: adminError, 404: adminError, 409: adminError }

/** The stores in which a code is valid: all where it names none. */
const storesOf = (named: readonly StoreCode[]): readonly StoreCode[] =>
  named.length > 0 ? named : storeCodes

/** Throws a 403 refusal unless the person holds the permission in all these stores. */
function requireStores(request: FastifyRequest, named: readonly StoreCode[]): void {
  for (const store of storesOf(named)) requireStore(request, store)
}

/** Fields of products that a form gives by sku. */
const productFields = ['buy_products', 'get_products'] as const

const idsIn = (value: unknown): number[] =>
  Array.isArray(value) ? value.filter((id): id is number => typeof id === 'number') : []

export const adminCouponRoutes: FastifyPluginAsyncZod<AdminServices> = async (app, services) => {
  const { db, clock } = services

  app.get(
    '/admin/api/coupon-kinds',
    {
      config: { permission: 'coupon:read' },
      schema: { summary: 'Every kind of coupon with its fields', response: { 200: couponKindsAnswer } },
    },
    async () => ({ kinds: describeKinds() }),
  )

  /** The stored code, where it is valid in a store that the person may read. */
  async function readCoupon(request: FastifyRequest, code: string): Promise<StoredCoupon> {
    const [coupon] = await listCoupons(db, code)
    if (!coupon) throw new AdminRefusal(404, 'unknown_coupon')
    const readable = permittedStores(request)
    const store = storesOf(coupon.stores)[0]!
    if (!storesOf(coupon.stores).some((each) => readable.includes(each))) requireStore(request, store)
    return coupon
  }

  async function viewEdited(coupon: StoredCoupon): Promise<EditedCoupon> {
    const fields = writtenDown(coupon)
    const named = productFields.flatMap((field) => idsIn(fields[field]))
    const { timeZone } = stores[coupon.stores[0] ?? defaultStoreCode]
    const local = (time: number | null) => (time === null ? null : isoMinute(timeZone, time))
    return {
      code: coupon.definition.code,
      kind: kindNameOf(coupon.definition),
      fields,
      skus: Object.fromEntries(await skusOfProducts(db, named)),
      validFrom: local(coupon.validFrom),
      validTo: local(coupon.validTo),
    }
  }

  app.get(
    '/admin/api/coupons/:code',
    {
      config: { permission: 'coupon:read' },
      schema: {
        summary: 'A discount code with its terms, uses and history',
        params: couponParams,
        response: { 200: couponPage, ...refused },
      },
    },
    async (request): Promise<CouponPage> => {
      const coupon = await readCoupon(request, request.params.code)
      const { code } = coupon.definition
      const [uses, entries, edited] = await Promise.all([
        listCouponUses(db, code, 50),
        listAudit(db, { objectKind: 'coupon', objectId: code, limit: 200 }),
        viewEdited(coupon),
      ])
      const { grants } = request.staff
      const mayEdit = storesOf(coupon.stores).every((store) => grants['coupon:edit']?.includes(store))
      const timeline = await withActorNames(db, timelineIn(entries, permittedStores(request)))
      return {
        ...edited,
        state: couponStateOf(coupon, clock()),
        createdAt: coupon.createdAt.toISOString(),
        used: coupon.used,
        usedBefore: coupon.usedBefore,
        uses: uses.map(({ orderNumber, usedAt, releasedAt }) => ({
          order: orderNumber,
          usedAt: usedAt.toISOString(),
          releasedAt: releasedAt && releasedAt.toISOString(),
        })),
        timeline: timeline.map((entry) => ({
          ...viewAuditEntry(entry),
          canUndo: mayUndo(services.reversals, request.staff, entry.action, storesOf(coupon.stores)),
        })),
        mayEdit,
      }
    },
  )

  /** The fields with products by id, and the fields that name an unknown one, which keep the known. */
  async function withProductIds(fields: Fields): Promise<{ fields: Fields; problems: FieldProblem[] }> {
    const given = productFields.flatMap((field) => (Array.isArray(fields[field]) ? fields[field] : []))
    const skus = given.filter((each): each is string => typeof each === 'string' && each !== '')
    if (skus.length === 0) return { fields, problems: [] }
    const ids = await productIdsBySku(db, skus.map(toSku))
    const isUnknown = (each: unknown) => typeof each === 'string' && !ids.has(each)
    const lists = productFields.flatMap((field) => {
      const values: unknown = fields[field]
      return Array.isArray(values) ? [[field, values as unknown[]] as const] : []
    })
    const replaced = lists.map(([field, values]) => {
      const known = values.filter((each) => !isUnknown(each))
      return [field, known.map((each) => (typeof each === 'string' ? ids.get(each) : each))] as const
    })
    return {
      fields: { ...fields, ...Object.fromEntries(replaced) },
      problems: lists
        .filter(([, values]) => values.some(isUnknown))
        .map(([field]) => ({ field, code: 'unknown_sku' })),
    }
  }

  /** Throws what is wrong with a record, all of it at once; `found`: what its texts have shown already. */
  function refuseProblems(judged: RecordJudgement, found: readonly FieldProblem[]): void {
    const more = judged.ok ? [] : judged.problems
    const problems = [...found, ...more.filter(({ field }) => found.every((each) => each.field !== field))]
    if (problems.length > 0) throw new AdminRefusal(409, 'bad_record', { problems })
  }

  app.post(
    '/admin/api/coupons',
    {
      config: { permission: 'coupon:edit' },
      schema: {
        summary: 'Create a discount code of any kind; one that exists is not touched',
        body: createCouponBody,
        response: { 200: createdCoupon, ...refused },
      },
    },
    async (request) => {
      const { fields, problems } = await withProductIds(request.body.fields)
      const judged = judgeCouponRecord(fields)
      const named = request.body.fields['code']
      const [code] = typeof named === 'string' ? plausibleCodes([named]) : []
      const [stored] = code === undefined ? [] : await listCoupons(db, code)
      refuseProblems(judged, [...(stored ? [{ field: 'code', code: 'exists' }] : []), ...problems])
      requireOk(judged)
      const { record, unknownFields: unknown } = judged
      if (unknown.length > 0) throw new AdminRefusal(409, 'unknown_field', { unknown })
      requireStores(request, record.stores)
      const outcome = await saveCoupon(db, request.actor, record, { onlyNew: true })
      if (outcome === 'exists')
        throw new AdminRefusal(409, 'bad_record', { problems: [{ field: 'code', code: 'exists' }] })
      return { code: record.definition.code }
    },
  )

  app.put(
    '/admin/api/coupons/:code',
    {
      config: { permission: 'coupon:edit' },
      schema: {
        summary: 'Replace all terms of a discount code; its uses stay counted',
        params: couponParams,
        body: replaceCouponBody,
        response: { 200: createdCoupon, ...refused },
      },
    },
    async (request) => {
      const coupon = await readCoupon(request, request.params.code)
      requireStores(request, coupon.stores)
      const { expected } = request.body
      const { fields, problems } = await withProductIds(request.body.fields)
      if (problems.length > 0) refuseProblems(judgeCouponRecord(fields), problems)
      const named = fields['stores']
      requireStores(request, Array.isArray(named) ? named.filter(isStoreCode) : [])
      const { code } = coupon.definition
      const answer = await replaceCoupon(db, request.actor, code, { fields, expected })
      if (!answer.ok && answer.code === 'unknown_field')
        throw new AdminRefusal(409, 'unknown_field', { unknown: answer.fields })
      if (!answer.ok && answer.code === 'changed_meanwhile') {
        const current = await viewEdited(await readCoupon(request, code))
        throw new AdminRefusal(409, answer.code, { current })
      }
      requireOk(answer)
      return { code }
    },
  )

  for (const action of ['stop', 'resume'] as const)
    app.post(
      `/admin/api/coupons/:code/${action}`,
      {
        config: { permission: 'coupon:edit' },
        schema: {
          summary:
            action === 'stop' ? 'Stop a discount code at once' : 'Let a stopped discount code be used again',
          params: couponParams,
          response: { 200: doneAnswer, ...refused },
        },
      },
      async (request) => {
        const coupon = await readCoupon(request, request.params.code)
        requireStores(request, coupon.stores)
        const { code } = coupon.definition
        if (action === 'stop') await disableCoupon(db, request.actor, code, new Date(clock()))
        else requireOk(await editCoupon(db, request.actor, code, {}, { enable: true }))
        return { done: true as const }
      },
    )

  app.post(
    '/admin/api/coupon-simulations',
    {
      config: { permission: 'coupon:read' },
      schema: {
        summary: 'The price of a made-up cart with codes, and why; stores nothing',
        body: simulateBody,
        response: { 200: simulation, ...refused },
      },
    },
    async (request) => {
      const { lines, codes, email, at } = request.body
      const store = stores[permittedStore(request, request.body.store)]
      const answer = await simulateCart(services, {
        store,
        lines: lines.map(({ sku, quantity }) => ({ sku: toSku(sku), quantity })),
        couponCodes: codes,
        email: email ?? null,
        now: at === undefined ? clock() : Date.parse(at),
      })
      requireOk(answer)
      const { cart } = answer
      return {
        currency: store.currency,
        lines: answer.lines.map(({ unitMinor, totalMinor, steps, ...line }) => ({
          ...line,
          unitPrice: toMajor(unitMinor),
          total: toMajor(totalMinor),
          priceTrace: steps.map(({ amountMinor, ...step }) => ({ ...step, amount: toMajor(amountMinor) })),
        })),
        codes: answer.codes.map(({ amountMinor, ...each }) => ({ ...each, amount: toMajor(amountMinor) })),
        sum: toMajor(cart.sumMinor),
        sumExVat: toMajor(cart.sumExVatMinor),
        vatAmount: toMajor(cart.vatMinor),
        unavailable: answer.unavailable,
      }
    },
  )
}
