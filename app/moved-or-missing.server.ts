/**
 * The answer for an address under which the shop has no page: a redirect (301) where a former address of it is known,
 * 404 otherwise.
 */
import { redirect } from 'react-router'
import { contentTags } from '../domain/content/content.ts'
import { movedTo } from '../domain/redirects/redirect.ts'
import type { StoreCode } from '../domain/stores/stores.ts'
import type { ShopContext } from './shop-context.ts'

/** To be thrown by a loader that has no page for the address. */
export function movedOrMissing(shop: ShopContext, request: Request): Response {
  return movedAnswer(shop, request) ?? new Response(null, { status: 404 })
}

/** The redirect (301) of a former address; null where none is known. */
export function movedAnswer(shop: ShopContext, { url }: Request): Response | null {
  const { pathname } = new URL(url)
  // A stored 404 is dropped when redirects change.
  shop.tag(contentTags.redirects)
  const redirectOf = (store: StoreCode, path: string) => shop.content.redirect(store, path)
  const target = movedTo(redirectOf, shop.store.code, pathname)
  return target === null ? null : redirect(target, 301)
}
