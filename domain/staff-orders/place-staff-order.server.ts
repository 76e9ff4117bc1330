/**
 * Orders that staff place for a customer, who calls or writes. Prices, stock, limits and credit are those of the
 * checkout: staff fill in a checkout, and either place it on invoice or mail its link to the customer, who pays.
 */
import { randomUUID } from 'node:crypto'
import { sql, type Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import { findAccount, findLogin } from '../accounts/account-repository.server.ts'
import type { Account } from '../accounts/account.ts'
import type { Actor } from '../audit/actor.ts'
import { audited } from '../audit/audited.server.ts'
import { isLineUnchanged, type RequestedLine } from '../cart/cart-line.ts'
import { minimumOrderSumMinor } from '../cart/minimum-order.ts'
import type { CartProducts } from '../catalogue/cart-product.ts'
import {
  findCheckout,
  insertCheckout,
  updateCheckoutAccount,
  updateCheckoutCart,
  updateCheckoutDetails,
} from '../checkout/checkout-repository.server.ts'
import type { CommitForm } from '../checkout/commit-fields.server.ts'
import {
  completeCheckout,
  type CompletedCheckout,
  type CompleteServices,
} from '../checkout/complete-checkout.server.ts'
import { pointsNear } from '../shipping/points-near.server.ts'
import { prepareOrder, type PlaceOrderInput } from '../checkout/place-order.server.ts'
import { priceCheckout, type PricedCheckout } from '../checkout/price-checkout.server.ts'
import type { JobQueue } from '../jobs/job-queue.ts'
import type { Minor } from '../money/money.ts'
import { offeredProviders } from '../payments/offered-providers.ts'
import { noProductId } from '../products/product-id.ts'
import { skuKey, type Sku } from '../products/sku.ts'
import { weightGramsOf } from '../shipping/consignment.ts'
import { nearestPoint, type ServicePoint } from '../shipping/service-point.ts'
import { needsServicePoint, shippingMethods, shippingPriceMinor } from '../shipping/shipping-methods.ts'
import { normalizeEmail } from '../stores/email.ts'
import { normalizePostalCode } from '../stores/postal-code.ts'
import type { ShippingMethod } from '../stores/store.ts'
import type { Store, StoreCode } from '../stores/stores.ts'

/** `invoice`: placed at once; `link`: the customer gets a mail with the link to the checkout, and pays there. */
export const staffOrderPayments = ['invoice', 'link'] as const
export type StaffOrderPayment = (typeof staffOrderPayments)[number]

export interface StaffOrderServices extends CompleteServices {
  catalogue: CartProducts
  jobs: JobQueue
}

export interface StaffOrderCart {
  store: Store
  /** The customer's address, as typed; an account with it owns the order and gets its prices. */
  email: string
  lines: readonly { sku: Sku; quantity: number }[]
  couponCodes: readonly string[]
  shippingMethod: string | null
}

export interface StaffOrderQuote {
  /** Of the chosen method, nearest first; empty where it needs none, or its carrier does not answer. */
  servicePoints: ServicePoint[]
  /** Null: nobody has an account with this address. */
  account: Account | null
  priced: PricedCheckout
  /** The methods that can carry the goods. */
  methods: { method: ShippingMethod; priceMinor: Minor }[]
  /** Skus that the store does not sell, or not in this quantity. */
  unavailable: string[]
}

/**
 * What the order would cost. Stores and reserves nothing. `postalCode`: as typed, where the points are looked for.
 * `customerType`: absent, the methods of all buyers.
 */
export async function quoteStaffOrder(
  services: StaffOrderServices,
  cart: StaffOrderCart & { postalCode: string; customerType?: 'private' | 'business' | undefined },
): Promise<StaffOrderQuote> {
  const { store, couponCodes, shippingMethod, customerType } = cart
  const email = normalizeEmail(cart.email)
  const account = await accountOf(services.db, email)
  const { lines, unknown } = linesOf(services, cart)
  const priced = await priceCheckout(services, {
    store,
    lines,
    couponCodes,
    accountId: account?.id ?? null,
    email,
    shippingMethodId: shippingMethod,
    ...(customerType && { customerType }),
    now: services.clock(),
  })
  const refused = priced.synced.lines.filter((line) => !isLineUnchanged(line))
  const postalCode = normalizePostalCode(cart.postalCode, store)
  const methods = shippingMethods(store.code, priced.goods, customerType)
  const method = methods.find(({ id }) => id === shippingMethod)
  const points =
    method && postalCode !== null ? await pointsNear(services.carriers, { store, method, postalCode }) : null
  const [sumMinor, grams] = [minimumOrderSumMinor(priced.cart), weightGramsOf(priced.goods)]
  return {
    account,
    priced,
    servicePoints: points?.ok ? points.points : [],
    methods: methods.map((method) => ({
      method,
      priceMinor: shippingPriceMinor(method, sumMinor, grams),
    })),
    unavailable: [...unknown, ...refused.map(({ sku }) => sku)],
  }
}

export interface NewStaffOrder extends Omit<StaffOrderCart, 'email'> {
  /** Chosen by the caller; the same key prepares the same order. */
  key: string
  staffId: number
  /** The customer's data; its e-mail address decides about the account. */
  form: CommitForm
  payment: StaffOrderPayment
  /** Id of the carrier's point; null: the nearest, where the method needs one. */
  servicePoint: string | null
  /** The quoted total that staff saw: another one is refused. */
  quotedTotalMinor: Minor
}

export type CreateStaffOrder =
  /** `number`: of the order; null where the customer was mailed the link. */
  | { ok: true; number: string | null }
  | { ok: false; code: 'products_unavailable'; skus: string[] }
  | Extract<CompletedCheckout, { ok: false }>

/**
 * Places the order on invoice, or mails the link to its checkout. Nothing is stored where the checkout would refuse it.
 * Idempotent by `key`.
 */
export async function createStaffOrder(
  services: StaffOrderServices,
  actor: Actor,
  order: NewStaffOrder,
): Promise<CreateStaffOrder> {
  const { store, payment } = order
  const { lines, unknown } = linesOf(services, order)
  if (unknown.length > 0) return { ok: false, code: 'products_unavailable', skus: unknown }
  const account = await accountOf(services.db, normalizeEmail(order.form.email ?? ''))
  const method = shippingMethods(store.code, undefined, order.form.customerType).find(
    ({ id }) => id === order.shippingMethod,
  )
  const offered = offeredProviders(services.providers, store.code, order.form.customerType)
  const placing: Omit<PlaceOrderInput, 'checkoutId'> = {
    store,
    // The customer has ordered by phone, mail or in person, and gets the terms with the confirmation.
    form: { ...order.form, acceptTerms: true },
    shippingMethod: order.shippingMethod ?? '',
    servicePoint: method && needsServicePoint(method) ? (order.servicePoint ?? nearestPoint) : null,
    quoted: { totalMinor: order.quotedTotalMinor, payableMinor: null },
    whileClosed: true,
    provider: payment === 'invoice' ? 'invoice' : (offered.find((id) => id !== 'invoice') ?? 'none'),
  }
  const prepared = await audited(services.db, actor, async (trx, record, rollBack): Promise<Prepared> => {
    const stored = await staffOrderByKey(trx, order.key)
    // A link is mailed once; who pays its checkout decides about it from now on.
    if (stored?.payment === 'link') return { ok: true, checkoutId: stored.checkoutId, isMailed: true }
    const checkoutId = await fillCheckout(trx, stored?.checkoutId ?? null, {
      order,
      lines,
      // The customer opens a link without being logged in, and may log in there.
      accountId: payment === 'invoice' ? (account?.id ?? null) : null,
      servicePoint: placing.servicePoint,
    })
    const judged = await prepareOrder({ ...services, db: trx }, { ...placing, checkoutId })
    if (!judged.ok) return rollBack(judged)
    const isPlaced = !('ready' in judged)
    // An earlier attempt on invoice was refused; it is tried again, or its checkout is mailed instead.
    if (stored !== null && (isPlaced || payment === 'invoice'))
      return { ok: true, checkoutId, isMailed: false }
    const { id } = await trx
      .insertInto('staff_order')
      .values({
        key: order.key,
        checkout_id: checkoutId,
        staff_id: order.staffId,
        payment,
        created_at: new Date(services.clock()),
      })
      .onConflict((conflict) => conflict.column('key').doUpdateSet({ payment }))
      .returning('id')
      .executeTakeFirstOrThrow()
    const totalMinor = order.quotedTotalMinor
    record({
      action: 'staff_order.create',
      object: ['staff_order', id],
      store: store.code,
      after: { payment, totalMinor },
    })
    if (payment === 'link') await services.jobs.enqueue(trx, 'payment-link-mail', { staffOrderId: id })
    return { ok: true, checkoutId, isMailed: payment === 'link' }
  })
  if (!prepared.ok) return prepared
  if (prepared.isMailed) return { ok: true, number: null }
  const placed = await completeCheckout(services, actor, { ...placing, checkoutId: prepared.checkoutId })
  return placed.ok ? { ok: true, number: placed.number } : placed
}

type Prepared =
  | { ok: true; checkoutId: string; isMailed: boolean }
  | Exclude<Awaited<ReturnType<typeof prepareOrder>>, { ok: true }>

/** A new checkout, or the one of an earlier attempt, with what staff filled in; answers its id. */
async function fillCheckout(
  trx: Kysely<DB>,
  known: string | null,
  filled: {
    order: NewStaffOrder
    lines: readonly RequestedLine[]
    accountId: number | null
    servicePoint: string | null
  },
): Promise<string> {
  const { order, lines, accountId, servicePoint } = filled
  const { code } = order.store
  const { couponCodes, form } = order
  const stored = known === null ? null : await findCheckout(trx, code, known)
  // It was placed by an earlier request, whose answer was lost.
  if (stored?.order) return stored.id
  const cart = { lines, couponCodes }
  const id =
    stored?.id ?? (await insertCheckout(trx, { store: code, ...cart, campaignData: null, accountId }))
  // A checkout of the storefront need not survive a crash: this one must, with its mail.
  await sql`select set_config('synchronous_commit', 'on', true)`.execute(trx)
  if (stored) {
    await updateCheckoutCart(trx, code, id, cart)
    await updateCheckoutAccount(trx, code, id, accountId)
  }
  const { email, phone, firstName, lastName, companyName, address, postalCode, city } = form
  await updateCheckoutDetails(trx, code, id, {
    customerType: form.customerType,
    contact: { ...(stored && noContact), ...given({ email, phone, firstName, lastName, companyName }) },
    address: { ...(stored && noAddress), ...given({ address, postalCode, city }) },
    shippingMethod: order.shippingMethod,
    servicePoint,
  })
  return id
}

/** Over the fields of an earlier attempt, which were another customer's perhaps. */
const noContact = { phone: '', firstName: '', lastName: '', companyName: '' }
const noAddress = { address: '', postalCode: '', city: '' }

const given = <Fields extends Record<string, string | undefined>>(fields: Fields) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined && value !== '')) as {
    [Name in keyof Fields]?: string
  }

function linesOf(
  { catalogue }: Pick<StaffOrderServices, 'catalogue'>,
  { store, lines }: Pick<StaffOrderCart, 'store' | 'lines'>,
): { lines: RequestedLine[]; unknown: string[] } {
  const skus = [...new Set(lines.map(({ sku }) => sku))]
  const products = catalogue.cartProductsBySku(store.code, skus)
  const ids = new Map(products.map(({ sku, id }) => [skuKey(sku), id]))
  return {
    lines: lines.map(({ sku, quantity }) => ({
      uuid: randomUUID(),
      productId: ids.get(skuKey(sku)) ?? noProductId,
      quantity,
    })),
    unknown: skus.filter((sku) => !ids.has(skuKey(sku))),
  }
}

async function accountOf(db: Kysely<DB>, email: string | null): Promise<Account | null> {
  const login = email === null ? null : await findLogin(db, email)
  return login && findAccount(db, login.id)
}

/** Locks the row, so that concurrent requests with the same key come one after the other. */
async function staffOrderByKey(
  trx: Kysely<DB>,
  key: string,
): Promise<{ checkoutId: string; payment: StaffOrderPayment } | null> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`staff order ${key}`}, 0))`.execute(trx)
  const row = await trx
    .selectFrom('staff_order')
    .select(['checkout_id as checkoutId', 'payment'])
    .where('key', '=', key)
    .executeTakeFirst()
  return row ? { ...row, payment: row.payment as StaffOrderPayment } : null
}

/** Who of staff prepared an order; null: its buyer placed it alone. */
export async function staffOfOrder(
  db: Kysely<DB>,
  orderId: number,
): Promise<{ name: string; payment: StaffOrderPayment } | null> {
  const row = await db
    .selectFrom('orders as o')
    .innerJoin('staff_order as p', 'p.checkout_id', 'o.checkout_id')
    .innerJoin('staff as s', 's.id', 'p.staff_id')
    .select(['s.name', 'p.payment'])
    .where('o.id', '=', orderId)
    .executeTakeFirst()
  return row ? { ...row, payment: row.payment as StaffOrderPayment } : null
}

/** What the mail with the link needs; null: the checkout is ordered or gone. */
export async function linkToMail(
  db: Kysely<DB>,
  staffOrderId: number,
): Promise<{ store: StoreCode; email: string; checkoutId: string } | null> {
  const { rows } = await sql<{ store: StoreCode; email: string | null; checkoutId: string }>`
    select c.store, c.contact->>'email' as email, c.id as "checkoutId"
    from staff_order p join checkout c on c.id = p.checkout_id
    where p.id = ${staffOrderId} and c.order_id is null`.execute(db)
  const [row] = rows
  return row?.email ? { ...row, email: row.email } : null
}
