/** Personal offers as staff see and write them. */
import { sql, type Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import { findTypedLogin } from '../../domain/accounts/account-repository.server.ts'
import { readMerchantDate } from '../../domain/stores/merchant-date.ts'
import {
  action,
  amount,
  amountInput,
  choice,
  customer,
  day,
  defineResource,
  form,
  id,
  integer,
  integerInput,
  optionalDay,
  optionalText,
  product,
  store,
  storeInput,
  text,
  textInput,
} from '../../domain/resources/resource.server.ts'
import { productIdOf, storesSelling } from '../../domain/catalogue/product-lookup.server.ts'
import { toSku } from '../../domain/products/sku.ts'
import { storeCodes, stores } from '../../domain/stores/stores.ts'
import { createOffer, findSegment, removeOffer } from './offer-repository.server.ts'

/** That of the offer's store. */
const timeZone = sql`case o.store ${sql.join(
  storeCodes.map((code) => sql`when ${sql.lit(code)} then ${sql.lit(stores[code].timeZone)}`),
  sql` `,
)} end`

interface Offer {
  id: number
  status: string
}

async function segmentNamed(db: Kysely<DB>, name: string): Promise<{ segmentId: number } | null> {
  const segmentId = await findSegment(db, name)
  return segmentId === null ? null : { segmentId }
}

async function customerWith(db: Kysely<DB>, email: string): Promise<{ accountId: number } | null> {
  const account = await findTypedLogin(db, email)
  return account === null ? null : { accountId: account.id }
}

export const offerResource = defineResource({
  name: 'offers',
  section: { after: '/coupons', icon: 'tag', keys: 'g 0' },
  permission: 'customer:read',
  auditObject: 'offer',
  source: sql`(select o.*, p.sku, a.number, a.email, s.name as segment,
    case when o.removed_at is not null then 'removed' when o.expires_at <= now() then 'expired' else 'open' end as status
    from personal_offer o join product p on p.id = o.product_id
      left join account a on a.id = o.account_id left join customer_segment s on s.id = o.segment_id) o`,
  key: 'id',
  title: 'sku',
  defaultSort: '-id',
  isPersonal: true,
  fields: {
    id: id(sql`o.id`, { shown: 'never', sort: true }),
    sku: product(sql`o.sku`, { sort: true, isSearched: true }),
    price: amount(sql`o.price_minor`, { sort: true }),
    quantity: integer(sql`o.quantity`, { sort: true }),
    number: text(sql`o.number`, { isNullable: true, isSearched: true }),
    email: text(sql`o.email`, { isNullable: true, isSearched: true, shown: 'page' }),
    customer: customer(sql`o.account_id`, { isNullable: true, shown: 'page' }),
    segment: text(sql`o.segment`, { isNullable: true, isSearched: true }),
    status: choice(
      sql`o.status`,
      { open: 'active', expired: 'neutral', removed: 'neutral' },
      { filter: true, isState: true },
    ),
    lastDay: day(sql`(o.expires_at at time zone ${timeZone} - interval '1 second')::date`, {
      isNullable: true,
      sort: true,
    }),
    store: store(sql`o.store`, { filter: true }),
  },
  actions: {
    end: action<Offer>()({
      description: 'end the offer at once',
      permission: 'price:edit',
      isOffered: ({ status }) => status === 'open',
      run: async ({ db, clock }, actor, { row }) =>
        (await removeOffer(db, actor, row.id, new Date(clock())))
          ? { ok: true }
          : { ok: false, code: 'unknown_offer' },
    }),
  },
  form: form<Offer>()({
    permission: 'price:edit',
    inputs: {
      store: storeInput(),
      sku: textInput(100),
      price: amountInput(),
      quantity: integerInput({ least: 1, most: 9999 }),
      email: optionalText(254),
      segment: optionalText(60),
      lastDay: optionalDay(),
    },
    create: async ({ db, clock }, actor, { store: code, sku, price, quantity, email, segment, lastDay }) => {
      if ((email === null) === (segment === null)) return { ok: false, code: 'offer_for_nobody' }
      const to = email === null ? await segmentNamed(db, segment!) : await customerWith(db, email)
      if (to === null) return { ok: false, code: email === null ? 'unknown_segment' : 'unknown_customer' }
      const productId = await productIdOf(db, toSku(sku))
      if (productId === null || !(await storesSelling(db, toSku(sku))).includes(code))
        return { ok: false, code: 'unknown_product' }
      const expiresAt =
        lastDay === null ? null : new Date(readMerchantDate(lastDay, stores[code].timeZone, 'end')!)
      if (expiresAt !== null && expiresAt.getTime() <= clock()) return { ok: false, code: 'offer_day_over' }
      const created = await createOffer(db, actor, {
        store: code,
        productId,
        priceMinor: price,
        quantity,
        to,
        expiresAt,
      })
      return created.ok ? { ok: true, key: created.id } : created
    },
  }),
})
