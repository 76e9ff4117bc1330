/** What the loaders of the finders have in common. */
import type { ProductCard } from '../../../domain/catalogue/product.ts'
import { anyProductTag, type ShopContext } from '../../shop-context.ts'

/** Tag of pages that name devices: told whenever some device changes. */
const devicesTag = 'devices'

/** Names what the page shows, so that a change of it drops the stored page. */
export function showProducts(
  shop: ShopContext,
  products: readonly ProductCard[],
  changesAt: number | null,
): void {
  shop.tag('catalogue', anyProductTag, devicesTag, ...products.map(({ id }) => `product:${id}`))
  shop.endsBy(changesAt)
}

/** A parameter of the address as text: trimmed, never long. */
export function parameter(url: URL, name: string): string {
  return (url.searchParams.get(name) ?? '').trim().slice(0, 120)
}
