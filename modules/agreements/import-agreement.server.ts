/** Imports the rows of an agreement: all of them, or none where one row is not accepted. */
import { sql, type Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import type { Actor } from '../../domain/audit/actor.ts'
import { shareMinor, toBasisPoints, type Minor } from '../../domain/money/money.ts'
import { roundedText, roundListPrice, roundsToNothing } from '../../domain/catalogue/list-price.ts'
import type { ProductId } from '../../domain/products/product-id.ts'
import { toSku } from '../../domain/products/sku.ts'
import { stores, type StoreCode } from '../../domain/stores/stores.ts'
import { createAgreement, type NewAgreement } from './agreement-repository.server.ts'
import { workerFailureWords, workerJob } from '../../domain/workers/worker-job.ts'
import { runInWorker } from '../../domain/workers/worker-pool.server.ts'
import type { run } from './agreement-file-job.server.ts'
import type { AgreementRow, RowProblem } from './read-agreement-file.ts'

export interface AgreementImport extends Pick<
  NewAgreement,
  'store' | 'name' | 'to' | 'isFixed' | 'validFrom' | 'validTo'
> {
  /** The file's content. */
  text: string
  /** Whether the file's prices are without VAT. */
  isExVat: boolean
  /** Only checks the rows. */
  dryRun: boolean
}

/** A price that was rounded to the digits of the currency: "12.90 → 13 kr". */
export interface RoundedRow {
  line: number
  sku: string
  text: string
}

export type ImportedAgreement =
  | { ok: true; id: number | null; prices: number; percentages: number; rounded: RoundedRow[] }
  | { ok: false; code: 'invalid_rows'; problems: RowProblem[] }

/** Longest file, in characters. */
const longestText = 10_000_000

const agreementFileJob = workerJob<typeof run>({
  module: 'modules/agreements/agreement-file-job.server.ts',
  seconds: 60,
})

async function readRows(text: string): Promise<{ rows: AgreementRow[]; problems: RowProblem[] }> {
  const unreadable = (problem: string) => ({ rows: [], problems: [{ line: 1, problem }] })
  if (text.length > longestText) return unreadable(`the file is longer than ${longestText} characters`)
  const answer = await runInWorker(agreementFileJob, text)
  return answer.ok ? answer.value : unreadable(`the file ${workerFailureWords[answer.code]}`)
}

export async function importAgreement(
  db: Kysely<DB>,
  actor: Actor,
  { text, isExVat, dryRun, ...agreement }: AgreementImport,
  now: Date,
): Promise<ImportedAgreement> {
  const { rows, problems } = await readRows(text)
  const rounded: RoundedRow[] = []
  const prices = await pricesOf(db, agreement.store, rows, { isExVat, problems, rounded })
  const percentages = await percentagesOf(db, agreement.store, rows, problems)
  if (rows.length === 0 && problems.length === 0) problems.push({ line: 1, problem: 'the file has no rows' })
  if (problems.length > 0)
    return { ok: false, code: 'invalid_rows', problems: problems.toSorted((a, b) => a.line - b.line) }
  const counts = { prices: prices.length, percentages: percentages.length, rounded }
  if (dryRun) return { ok: true, id: null, ...counts }
  const id = await createAgreement(db, actor, { ...agreement, prices, percentages }, now)
  return { ok: true, id, ...counts }
}

/** Price with VAT, rounded to whole minor units. */
const withVat = (price: Minor, basisPoints: number): Minor => shareMinor(price, 10_000 + basisPoints, 10_000)

async function pricesOf(
  db: Kysely<DB>,
  store: StoreCode,
  rows: readonly AgreementRow[],
  { isExVat, problems, rounded }: { isExVat: boolean; problems: RowProblem[]; rounded: RoundedRow[] },
): Promise<NewAgreement['prices']> {
  const listed = rows.filter((row) => row.kind === 'price')
  const skus = [...new Set(listed.map(({ sku }) => toSku(sku)))]
  const { rows: found } = await sql<{ id: ProductId; key: string; basisPoints: number }>`
    select p.id, wanted.sku as key, s.vat_rate_basis_points as "basisPoints"
    from unnest(${skus}::text[]) as wanted (sku) join product p on sku_key(p.sku) = sku_key(wanted.sku)
      join store_product s on s.product_id = p.id and s.store = ${store}`.execute(db)
  const products = new Map(found.map((product) => [product.key, product]))
  const seen = new Set<string>()
  return listed.flatMap(({ line, sku, quantity, priceMinor: given }) => {
    const product = products.get(toSku(sku))
    if (product === undefined) {
      problems.push({ line, problem: `the store does not sell ${sku}` })
      return []
    }
    const key = `${product.id} ${quantity}`
    if (seen.has(key)) problems.push({ line, problem: `${sku} has a price from ${quantity} already` })
    seen.add(key)
    const exactMinor = isExVat ? withVat(given, product.basisPoints) : given
    const priceMinor = roundListPrice(exactMinor, stores[store])
    const rounding = roundedText({ formerMinor: exactMinor, roundedMinor: priceMinor }, stores[store])
    if (roundsToNothing(exactMinor, stores[store]))
      problems.push({
        line,
        problem: `the price of ${sku} is nothing in the digits of the currency: ${rounding}`,
      })
    else if (priceMinor !== exactMinor) rounded.push({ line, sku, text: rounding })
    return [{ productId: product.id, quantity, priceMinor }]
  })
}

async function percentagesOf(
  db: Kysely<DB>,
  store: StoreCode,
  rows: readonly AgreementRow[],
  problems: RowProblem[],
): Promise<NewAgreement['percentages']> {
  const listed = rows.filter((row) => row.kind === 'percent')
  if (listed.length === 0) return []
  const brands = await db.selectFrom('brand').select(['id', 'slug', 'name']).execute()
  const categories = await db
    .selectFrom('category_text')
    .select(['category_id as id', 'path'])
    .where('store', '=', store)
    .execute()
  const seen = new Set<string>()
  return listed.flatMap(({ line, percent, brand, category }) => {
    const ofBrand = brands.find(({ slug, name }) => slug === brand || name === brand)
    const ofCategory = categories.find(({ id, path }) => path === category || String(id) === category)
    if (brand !== null && ofBrand === undefined) problems.push({ line, problem: `unknown brand ${brand}` })
    else if (category !== null && ofCategory === undefined)
      problems.push({ line, problem: `unknown category ${category}` })
    const row = { brandId: ofBrand?.id ?? null, categoryId: ofCategory?.id ?? null }
    const key = JSON.stringify(row)
    if (seen.has(key)) problems.push({ line, problem: 'a percentage for the same goods is listed already' })
    seen.add(key)
    return [{ ...row, basisPoints: toBasisPoints(percent) }]
  })
}
