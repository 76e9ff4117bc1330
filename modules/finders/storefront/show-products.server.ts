/** Shared by the loaders of the finders. */
import type { ProductCard } from '../../../contract/catalogue.ts'
import { anyProductTag, type ShopContext } from '../../../app/shop-context.ts'

/** Cache tag of pages that name devices: invalidated when any device changes. */
export const devicesTag = 'devices'

/** Sets the page's cache tags, so that a change of its products invalidates it. */
export function showProducts(
  shop: ShopContext,
  products: readonly ProductCard[],
  changesAt: number | null,
): void {
  shop.tag('catalogue', anyProductTag, devicesTag, ...products.map(({ id }) => `product:${id}`))
  shop.endsBy(changesAt)
}

/** A query parameter as text: trimmed and limited in length. */
export function parameter(url: URL, name: string): string {
  return (url.searchParams.get(name) ?? '').trim().slice(0, 120)
}
