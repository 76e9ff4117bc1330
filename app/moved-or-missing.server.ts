/**
 * The answer for an address under which the shop has no page: a redirect (301) where a former address of it is known,
 * 404 otherwise.
 */
import { redirect } from 'react-router'
import { contentTags } from '../domain/content/content.ts'
import { storeCodes, storeFromPath } from '../domain/stores/stores.ts'
import type { ShopContext } from './shop-context.ts'

/** To be thrown by a loader that has no page for the address. */
export function movedOrMissing(shop: ShopContext, request: Request): Response {
  return movedAnswer(shop, request) ?? new Response(null, { status: 404 })
}

/**
 * The redirect (301) of a former address; null where none is known. An address without a store's prefix may be a former
 * one of any store: that of the visitor comes first.
 */
export function movedAnswer(shop: ShopContext, { url }: Request): Response | null {
  const { pathname } = new URL(url)
  const { code } = shop.store
  // A stored 404 is dropped when redirects change.
  shop.tag(contentTags.redirects)
  const candidates =
    storeFromPath(pathname) === null ? [code, ...storeCodes.filter((other) => other !== code)] : [code]
  for (const candidate of candidates) {
    const target = shop.content.redirect(candidate, pathname)
    if (target !== null) return redirect(target, 301)
  }
  return null
}
