/** The agreements as pricing and the rounding of stored prices read them. It imports types only (`docs/modules.md`). */
import { sql, type Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import type { Minor } from '../../domain/money/money.ts'
import type { ProductId } from '../../domain/products/product-id.ts'
import type { StoreCode } from '../../domain/stores/stores.ts'
import type { Agreements, AgreementTerms } from '../agreement-terms.ts'
import type { AgreedPrices, StoredAgreedPrice } from '../agreed-prices.server.ts'

/** The agreements of an account and of its company, if that is verified, that are valid at `now`, epoch milliseconds. */
function validAgreements(accountId: number, store: StoreCode, now: number) {
  const at = new Date(now)
  return sql`select a.id, a.is_fixed from price_agreement a
    where a.store = ${store} and a.removed_at is null and a.valid_from <= ${at}
      and (a.valid_to is null or a.valid_to > ${at})
      and (a.account_id = ${accountId} or a.company_id =
        (select m.company_id from company_member m join company c on c.id = m.company_id and c.verified_at is not null
          where m.account_id = ${accountId} and m.store = ${store}))`
}

interface TermsRow {
  agreementId: number
  productId: ProductId
  isFixed: boolean
  /** Null: the row is a percentage. */
  quantity: number | null
  priceMinor: Minor | null
  basisPoints: number | null
}

function termsByProduct(rows: readonly TermsRow[]): Agreements {
  const products = new Map<ProductId, AgreementTerms[]>()
  for (const [productId, ofProduct] of Map.groupBy(rows, (row) => row.productId)) {
    const terms = [...Map.groupBy(ofProduct, (row) => row.agreementId).values()].map((ofAgreement) => ({
      isFixed: ofAgreement[0]!.isFixed,
      prices: ofAgreement.flatMap(({ quantity, priceMinor }) =>
        quantity === null || priceMinor === null ? [] : [{ quantity, unitMinor: priceMinor }],
      ),
      percent: (ofAgreement.find(({ basisPoints }) => basisPoints !== null)?.basisPoints ?? 0) / 100,
    }))
    products.set(productId, terms)
  }
  return products
}

/** What the valid agreements of an account say about the products. */
async function termsOf(
  db: Kysely<DB>,
  input: { accountId: number; store: StoreCode; productIds: readonly ProductId[]; now: number },
): Promise<Agreements> {
  const { accountId, store, productIds, now } = input
  const { rows } = await sql<TermsRow>`/* plan: agreed-prices */
    with recursive valid as materialized (${validAgreements(accountId, store, now)}),
    wanted as (
      select p.id, p.brand_id from product p where p.id = any(${[...productIds]}::integer[]) and exists (select from valid)
    ),
    above as (
      select w.id, c.category_id from wanted w join product_category c on c.product_id = w.id
      union
      select a.id, c.parent_id from above a join category c on c.id = a.category_id where c.parent_id is not null
    )
    select v.id as "agreementId", w.id as "productId", v.is_fixed as "isFixed", l.quantity, l.price_minor as "priceMinor",
      null::integer as "basisPoints"
    from valid v join price_agreement_price l on l.agreement_id = v.id join wanted w on w.id = l.product_id
    union all
    select v.id, w.id, v.is_fixed, null, null, max(x.percentage_basis_points)
    from valid v join price_agreement_percentage x on x.agreement_id = v.id join wanted w on true
    where (x.brand_id is null and x.category_id is null) or x.brand_id = w.brand_id
      or exists (select from above a where a.id = w.id and a.category_id = x.category_id)
    group by v.id, w.id, v.is_fixed`.execute(db)
  return termsByProduct(rows)
}

export const agreedPrices: AgreedPrices = {
  source: 'agreement',

  termsOf,

  async unrounded(db, { stores, now, after, limit, isLocked }) {
    const { rows } = await sql<StoredAgreedPrice>`
      select l.agreement_id as reference, l.product_id as "productId", a.store, p.sku, l.quantity,
        l.price_minor as "priceMinor"
      from price_agreement_price l join price_agreement a on a.id = l.agreement_id join product p on p.id = l.product_id
      where a.store = any(${[...stores]}::text[]) and a.removed_at is null and (a.valid_to is null or a.valid_to > ${now})
        and l.price_minor % 100 <> 0
        and (l.agreement_id, l.product_id, l.quantity) > (${after.reference}, ${after.productId}, ${after.quantity})
      order by l.agreement_id, l.product_id, l.quantity limit ${limit} ${isLocked ? sql`for update of l` : sql``}`.execute(
      db,
    )
    return rows
  },

  async writeRounded(trx, prices) {
    const rows = sql`jsonb_to_recordset(${JSON.stringify(prices)}::jsonb)
      as r (reference integer, "productId" integer, quantity integer, "roundedMinor" bigint)`
    const isSame = sql`l.agreement_id = r.reference and l.product_id = r."productId" and l.quantity = r.quantity`
    await sql`delete from price_agreement_price l using ${rows} where ${isSame} and r."roundedMinor" is null`.execute(
      trx,
    )
    await sql`update price_agreement_price l set price_minor = r."roundedMinor" from ${rows} where ${isSame}`.execute(
      trx,
    )
    return [...Map.groupBy(prices, ({ reference }) => reference)].map(([id, ofAgreement]) => ({
      action: 'agreement.round',
      object: ['agreement', id],
      store: ofAgreement[0]!.store,
      after: { prices: ofAgreement.length },
    }))
  },
}
