/**
 * Redirects from the addresses that products had in a former shop to their pages: one for each address, to the first
 * product of the file that has it. A redirect that exists is never changed.
 */
import type { Kysely } from 'kysely'
import type { DB } from '../db/schema.generated.ts'
import { addProductRedirects, pathsWithoutRedirect } from '../domain/redirects/redirect-repository.server.ts'
import type { ProductId } from '../domain/products/product-id.ts'
import type { Sku } from '../domain/products/sku.ts'
import { publicPaths } from '../domain/stores/paths.ts'
import type { StoreCode } from '../domain/stores/stores.ts'
import type { FeedProduct } from './feed-product.ts'
import type { WriteContext } from './write-context.server.ts'

/** Answers how many redirects there are more, in a dry run: there would be. `products`: that were not refused. */
export async function writeFormerAddresses(
  trx: Kysely<DB>,
  products: readonly FeedProduct[],
  { store, ids, context }: { store: StoreCode; ids: ReadonlyMap<Sku, ProductId>; context: WriteContext },
): Promise<number> {
  const first = new Map<string, Sku>()
  for (const { formerPath, sku } of products)
    if (formerPath !== undefined && !first.has(formerPath)) first.set(formerPath, sku)
  if (first.size === 0) return 0
  const missing = await pathsWithoutRedirect(trx, store, first.keys())
  if (context.dryRun) {
    // The batch before has counted it.
    if (context.lastFormerPath !== undefined) missing.delete(context.lastFormerPath)
    context.lastFormerPath = [...first.keys()].at(-1)
    return missing.size
  }
  if (missing.size === 0) return 0
  const wanted = [...missing].flatMap((path) => {
    const id = ids.get(first.get(path)!)
    return id === undefined ? [] : [{ path, id }]
  })
  const slugs = await trx
    .selectFrom('store_product')
    .select(['product_id', 'slug'])
    .where('store', '=', store)
    .where('product_id', 'in', [...new Set(wanted.map(({ id }) => id))])
    .execute()
  const pages = new Map(slugs.map(({ product_id: id, slug }) => [id, publicPaths.product(store, slug)]))
  const made = await addProductRedirects(trx, {
    store,
    redirects: wanted.flatMap(({ path, id }) => {
      const target = pages.get(id)
      return target === undefined ? [] : [{ path, target }]
    }),
    job: context.recorder?.job ?? null,
    now: new Date(),
  })
  if (made > 0) await context.recorder?.countRedirects(trx, made)
  return made
}
