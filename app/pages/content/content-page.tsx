/** The catch-all route: an unknown path may be a content page (ROUTE-34..36, PAGE-09). */
import type { ComponentType } from 'react'
import { pageAt } from '../../../domain/content/page-at.server.ts'
import { shownMethods } from '../../../domain/shipping/shipping-methods.ts'
import { shippingPriceTable } from '../../../domain/shipping/shipping-prices.ts'
import { accessibilityPath, cookiesPath, servicePages, withdrawalPath } from '../../../domain/stores/paths.ts'
import { storeCodes } from '../../../domain/stores/stores.ts'
import { links } from '../../links.ts'
import { movedOrMissing } from '../../moved-or-missing.server.ts'
import { shopContext, type ShopContext } from '../../shop-context.ts'
import { breadcrumbData, metaOf, pageHead } from '../page-head.ts'
import { AccessibilityContacts } from './accessibility-contacts.tsx'
import { accessibilityContacts } from './accessibility-contacts.server.ts'
import { Article } from './article.tsx'
import { CookieTable } from './cookie-table.tsx'
import { cookieTable } from './cookie-table.server.ts'
import type { HelpLink } from './help-card.tsx'
import { introductionOf } from './introduction.ts'
import type { Route } from './+types/content-page'
import { moduleOf, ModulePart } from '../../features/modules/module-part.tsx'
import { ShippingPrices } from './shipping-prices.tsx'

/** What modules show on a content page, below its text or above it: `storefront/content-block.tsx` of each. */
const moduleBlocks = Object.entries(
  import.meta.glob<{ default: ComponentType; contentPath: string; isAboveText?: true }>(
    '../../../modules/*/storefront/content-block.tsx',
    { eager: true },
  ),
).map(([path, { default: Block, contentPath, isAboveText = false }]) => ({
  module: moduleOf(path),
  Block,
  contentPath,
  isAboveText,
}))

/** Help pages, linked beside every other content page. */
const helpPaths = [
  'customer-service',
  'shipping',
  'returns-info',
  withdrawalPath,
  'guarantee',
  'recycling',
  'contact',
]

/** 404: there is no content page under this path, nor is it a former address. */
export function loader({ params, context, request }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  const { code } = shop.store
  const path = params['*']
  // Tagged too, so that publishing the page invalidates the cached 404.
  shop.tag(`content:page:${code}:${path}`)
  const page = pageAt(shop.content, code, path)
  if (page === null) throw movedOrMissing(shop, request)
  const address = links.page(code, path)
  const breadcrumbs = [{ text: page.title, to: address }]
  const alternates = Object.fromEntries(
    storeCodes
      .filter((other) => pageAt(shop.content, other, path) !== null)
      .map((other) => [other, links.page(other, path)]),
  )
  return {
    page: { title: page.title, body: page.body },
    shippingPrices: path === servicePages.shipping ? shippingPriceTable(shownMethods(code)) : null,
    path,
    cookies: path === cookiesPath ? cookieTable(shop) : null,
    accessibility: path === accessibilityPath ? accessibilityContacts(shop.store) : null,
    // Customer service lists them itself.
    more: path === servicePages.customerService ? [] : helpLinks(shop, path),
    breadcrumbs,
    alternates,
    head: pageHead(shop, {
      title: page.title,
      description: introductionOf(page.body),
      path: address,
      alternates,
      data: [breadcrumbData(shop, breadcrumbs)],
    }),
  }
}

function helpLinks({ content, store, tag }: ShopContext, current: string): HelpLink[] {
  return helpPaths.flatMap((path) => {
    tag(`content:page:${store.code}:${path}`)
    const page = path === current ? null : pageAt(content, store.code, path)
    return page === null ? [] : [{ path, title: page.title }]
  })
}

export const meta = ({ loaderData }: Route.MetaArgs) => metaOf(loaderData)

export default function ContentPage({ loaderData }: Route.ComponentProps) {
  const { page, path, more, shippingPrices, cookies, accessibility } = loaderData
  const block = moduleBlocks.find(({ contentPath }) => contentPath === path)
  const ofModule = block && (
    <ModulePart module={block.module}>
      <block.Block />
    </ModulePart>
  )
  const below =
    (shippingPrices && <ShippingPrices rows={shippingPrices} />) ??
    (block?.isAboveText ? null : ofModule) ??
    (cookies && <CookieTable table={cookies} />) ??
    (accessibility && <AccessibilityContacts contacts={accessibility} />)
  return (
    <Article page={page} more={more} below={below} isContact={path === servicePages.contact}>
      {block?.isAboveText && ofModule}
    </Article>
  )
}
