/**
 * Renders the page of a product as the shop will show it to a guest at another moment. The page is the storefront's own;
 * only its clock is another one. It reads no session and is neither taken from the page cache nor stored there.
 */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { RouterContextProvider } from 'react-router'
import type { PreviewProduct } from '../../api/admin/admin-services.ts'
import { shopContext, type ShopContext } from '../../app/shop-context.ts'
import { publicPaths } from '../../domain/stores/paths.ts'
import { stores, type StoreCode } from '../../domain/stores/stores.ts'
import type { ExpectedCampaign } from '../../domain/catalogue/campaigns-at.server.ts'
import type { Catalogue } from '../../domain/catalogue/catalogue.ts'
import { toProductId, type ProductId } from '../../domain/products/product-id.ts'
import { projectRoot } from '../project-root.ts'
import { previewContentSecurityPolicy } from '../security-headers.ts'
import { inlineIcons, spriteAddressOf } from './inline-icons.ts'
import { readCookies, readPageAddress } from './page-key.ts'
import type { PageServices } from './pages.ts'
import { createStorefronts } from './storefronts.ts'

export interface PreviewServices {
  catalogueAt(moment: number, expected?: ReadonlyMap<number, ExpectedCampaign>): Catalogue
  /** The campaigns that are planned for products of a store. */
  expectedCampaigns(of: {
    store: StoreCode
    productIds: readonly ProductId[]
    at: number
  }): Promise<ReadonlyMap<ProductId, ExpectedCampaign>>
  /** Applies everything that was saved before the call to the index. */
  refreshIndex(): Promise<void>
  log: { error(data: object, message: string): void }
}

export function createProductPreview(
  pages: PageServices,
  { catalogueAt, expectedCampaigns, refreshIndex, log }: PreviewServices,
): PreviewProduct {
  const storefronts = createStorefronts(pages.build, true)
  return async ({ store, slug, at }) => {
    await refreshIndex()
    const path = publicPaths.product(store, slug)
    const page = readPageAddress(path, readCookies(undefined), () => false)
    if (page === null) throw new Error(`The address ${path} cannot be read.`)
    const productIds = idsOf(catalogueAt(at).product(store, slug))
    const expected = await expectedCampaigns({ store, productIds, at })
    const nothing = () => Promise.resolve(null)
    const shop: ShopContext = {
      ...pages,
      store: stores[store],
      catalogue: catalogueAt(at, expected),
      now: at,
      vatIncluded: page.vatIncluded,
      paymentProviders: pages.paymentProviders(),
      isPreview: true,
      nonce: null,
      tag: () => {},
      endsBy: () => {},
      session: nothing,
      allowScripts: () => {},
      report: (err) => log.error({ err }, 'the preview of a product could not be rendered'),
    }
    const context = new RouterContextProvider()
    context.set(shopContext, shop)
    const answer = await storefronts(store, page.section)(
      new Request(new URL(page.normalized, pages.publicUrl)),
      context,
    )
    return {
      status: answer.status,
      headers: {
        'cache-control': 'private, no-store',
        'content-security-policy': previewContentSecurityPolicy(pages.publicUrl),
        'x-frame-options': 'SAMEORIGIN',
      },
      html: await withIcons(await answer.text()),
    }
  }
}

/** The products that the page shows, those beside it too. */
function idsOf(answer: ReturnType<Catalogue['product']>): ProductId[] {
  if (answer === null || !('product' in answer)) return []
  const { product } = answer
  const {
    related,
    accessories,
    cross_selling: crossSelling,
    bought_together: together,
    choices,
    parent,
  } = product
  const beside = [...related, ...accessories, ...crossSelling, ...together, ...choices]
  return [product.id, ...beside.map(({ id }) => id), ...(parent === null ? [] : [parent.id])].map(toProductId)
}

/** The page is shown from the origin of the back office, from which no browser loads icons of the shop. */
async function withIcons(html: string): Promise<string> {
  const address = spriteAddressOf(html)
  return address === null
    ? html
    : inlineIcons(html, await readFile(join(projectRoot, 'build', 'client', address), 'utf8'))
}
