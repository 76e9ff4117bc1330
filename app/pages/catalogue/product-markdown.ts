/**
 * GET …/artiklar/{slug}.md: a product's page as Markdown, for agents. Cached and invalidated with the page
 * itself.
 */
import { redirect } from 'react-router'
import { isStoreCode } from '../../../domain/stores/stores.ts'
import { links } from '../../links.ts'
import { shopContext } from '../../shop-context.ts'
import { serverTranslate } from '../../state/server-strings.server.ts'
import { productTags } from './load-product.server.ts'
import { markdownOfProduct } from './markdown-of-product.ts'
import type { Route } from './+types/product-markdown'

/** 404: no such product in this store; 410: it is no longer sold; 301: it has moved to another slug. */
export function loader({ params, context }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  const { code } = shop.store
  if (!isStoreCode(params.locale)) return markdown('404', 404)
  const found = shop.catalogue.product(code, params.slug)
  if (found === null) {
    const gone = shop.catalogue.goneProduct(code, params.slug) !== null
    return gone ? markdown('410', 410) : markdown('404', 404)
  }
  if ('moved' in found) return redirect(links.productMarkdown(code, found.moved), 301)
  shop.tag('catalogue', ...productTags(found.product))
  shop.endsBy(found.changesAt)
  const place = { store: shop.store, publicUrl: shop.publicUrl, t: serverTranslate(shop.store) }
  return markdown(markdownOfProduct(place, found.product), 200, {
    'content-language': shop.store.iso,
    link: `<${shop.publicUrl}${links.product(code, found.product.slug)}>; rel="canonical"`,
  })
}

function markdown(text: string, status: number, headers: Record<string, string> = {}): Response {
  return new Response(text, {
    status,
    headers: { 'content-type': 'text/markdown; charset=utf-8', ...headers },
  })
}
