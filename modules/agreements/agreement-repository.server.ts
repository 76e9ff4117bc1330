/** Price agreements as they are written, ended and listed; `agreed-prices.server.ts` reads them for pricing. */
import { sql, type Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import type { Actor } from '../../domain/audit/actor.ts'
import { audited } from '../../domain/audit/audited.server.ts'
import type { Minor } from '../../domain/money/money.ts'
import type { ProductId } from '../../domain/products/product-id.ts'
import type { StoreCode } from '../../domain/stores/stores.ts'

export interface NewAgreement {
  store: StoreCode
  name: string
  to: { companyId: number } | { accountId: number }
  isFixed: boolean
  validFrom: Date
  validTo: Date | null
  prices: readonly { productId: ProductId; quantity: number; priceMinor: Minor }[]
  /** Both ids null: the whole range. */
  percentages: readonly { brandId: number | null; categoryId: number | null; basisPoints: number }[]
}

/**
 * Writes an agreement. An open one of the same name, store and owner ends when it begins: an import repeated with another
 * file replaces the former list. Returns its id.
 */
export async function createAgreement(
  db: Kysely<DB>,
  actor: Actor,
  agreement: NewAgreement,
  now: Date,
): Promise<number> {
  const { store, name, to, isFixed, validFrom, validTo, prices, percentages } = agreement
  const owner = {
    company_id: 'companyId' in to ? to.companyId : null,
    account_id: 'accountId' in to ? to.accountId : null,
  }
  return audited(db, actor, async (trx, record) => {
    // Where the new one begins later, one that begins before it holds until then.
    const isKept = sql`${validFrom}::timestamptz > ${now}::timestamptz and valid_from < ${validFrom}::timestamptz`
    const replaced = await trx
      .updateTable('price_agreement')
      .set({
        removed_at: sql`case when ${isKept} then null else ${now}::timestamptz end`,
        valid_to: sql`case when ${isKept} then least(valid_to, ${validFrom}::timestamptz) else valid_to end`,
      })
      .where('store', '=', store)
      .where('name', '=', name)
      .where('removed_at', 'is', null)
      .where('company_id', 'is not distinct from', owner.company_id)
      .where('account_id', 'is not distinct from', owner.account_id)
      .returning('id')
      .execute()
    const { id } = await trx
      .insertInto('price_agreement')
      .values({ store, name, ...owner, is_fixed: isFixed, valid_from: validFrom, valid_to: validTo })
      .returning('id')
      .executeTakeFirstOrThrow()
    const listed = prices.map(({ productId, quantity, priceMinor }) => ({
      product_id: productId,
      quantity,
      price_minor: priceMinor,
    }))
    await sql`insert into price_agreement_price (agreement_id, product_id, quantity, price_minor)
      select ${id}, row.product_id, row.quantity, row.price_minor
      from jsonb_to_recordset(${JSON.stringify(listed)}::jsonb)
        as row (product_id integer, quantity integer, price_minor bigint)`.execute(trx)
    for (const { brandId, categoryId, basisPoints } of percentages)
      await trx
        .insertInto('price_agreement_percentage')
        .values({
          agreement_id: id,
          brand_id: brandId,
          category_id: categoryId,
          percentage_basis_points: basisPoints,
        })
        .execute()
    record({
      action: 'agreement.create',
      object: ['agreement', id],
      store,
      after: {
        name,
        ...to,
        isFixed,
        prices: prices.length,
        percentages: percentages.length,
        validFrom: validFrom.toISOString(),
        validTo: validTo?.toISOString() ?? null,
        replaces: replaced.map((each) => each.id),
      },
    })
    return id
  })
}

/** Ends an agreement; false where there is no such open one. */
export async function removeAgreement(db: Kysely<DB>, actor: Actor, id: number, now: Date): Promise<boolean> {
  return audited(db, actor, async (trx, record) => {
    const row = await trx
      .updateTable('price_agreement')
      .set({ removed_at: now })
      .where('id', '=', id)
      .where('removed_at', 'is', null)
      .returning(['store', 'name'])
      .executeTakeFirst()
    if (row !== undefined)
      record({
        action: 'agreement.remove',
        object: ['agreement', id],
        store: row.store,
        before: { name: row.name },
      })
    return row !== undefined
  })
}

export interface AgreementEntry {
  id: number
  store: StoreCode
  name: string
  /** Name of the company, or customer number. */
  for: string
  isFixed: boolean
  prices: number
  percentages: string
  validFrom: Date
  validTo: Date | null
}

/** The open agreements, newest first. */
export async function listAgreements(db: Kysely<DB>): Promise<AgreementEntry[]> {
  const { rows } = await sql<AgreementEntry>`
    select a.id, a.store, a.name, coalesce(c.name, n.number) as "for", a.is_fixed as "isFixed",
      (select count(*)::integer from price_agreement_price p where p.agreement_id = a.id) as prices,
      coalesce((select string_agg((x.percentage_basis_points / 100.0)::float || ' %' ||
        coalesce(' brand ' || b.name, ' category ' || x.category_id, ''), ', ')
        from price_agreement_percentage x left join brand b on b.id = x.brand_id where x.agreement_id = a.id), '')
        as percentages,
      a.valid_from as "validFrom", a.valid_to as "validTo"
    from price_agreement a left join company c on c.id = a.company_id left join account n on n.id = a.account_id
    where a.removed_at is null order by a.id desc`.execute(db)
  return rows
}

/** An open agreement as it applies to one customer. */
export interface CustomerAgreement {
  id: number
  store: StoreCode
  name: string
  /** Null: with the customer alone. */
  company: string | null
  isFixed: boolean
  /** Number of agreed prices. */
  prices: number
  /** The largest first. `brand` and `category`: names; both null: the whole range. */
  percentages: { basisPoints: number; brand: string | null; category: string | null }[]
  validFrom: Date
  validTo: Date | null
}

/** The agreements of an account and of its companies that are valid, or will be; the newest first. */
export async function agreementsOfAccount(
  db: Kysely<DB>,
  { accountId, stores, now }: { accountId: number; stores: readonly StoreCode[]; now: Date },
): Promise<CustomerAgreement[]> {
  const { rows } = await sql<CustomerAgreement>`
    select a.id, a.store, a.name, c.name as company, a.is_fixed as "isFixed",
      (select count(*)::integer from price_agreement_price p where p.agreement_id = a.id) as prices,
      (select coalesce(json_agg(json_build_object('basisPoints', x.percentage_basis_points, 'brand', b.name,
          'category', t.name) order by x.percentage_basis_points desc, b.name, t.name), '[]')
        from price_agreement_percentage x left join brand b on b.id = x.brand_id
        left join category_text t on t.category_id = x.category_id and t.store = a.store
        where x.agreement_id = a.id) as percentages,
      a.valid_from as "validFrom", a.valid_to as "validTo"
    from price_agreement a left join company c on c.id = a.company_id
    where a.removed_at is null and (a.valid_to is null or a.valid_to > ${now}) and a.store = any(${stores}::text[])
      and (a.account_id = ${accountId}
        or a.company_id in (select m.company_id from company_member m where m.account_id = ${accountId}))
    order by a.id desc`.execute(db)
  return rows
}
