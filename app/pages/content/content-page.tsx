/** The catch-all route: an unknown path may be a content page (ROUTE-34..36, PAGE-09). */
import { pageAt } from '../../../domain/content/page-at.server.ts'
import { withdrawalPath } from '../../../domain/stores/paths.ts'
import { storeCodes } from '../../../domain/stores/stores.ts'
import { links } from '../../links.ts'
import { shopContext, type ShopContext } from '../../shop-context.ts'
import { breadcrumbData, metaOf, pageHead } from '../page-head.ts'
import { Article } from './article.tsx'
import type { HelpLink } from './help-card.tsx'
import { introductionOf } from './introduction.ts'
import type { Route } from './+types/content-page'
import { WithdrawalForm } from './withdrawal-form.tsx'

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

/** 404: there is no content page under this path. */
export function loader({ params, context }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  const { code } = shop.store
  const path = params['*']
  // Tagged too, so that publishing the page invalidates the cached 404.
  shop.tag(`content:page:${code}:${path}`)
  const page = pageAt(shop.content, code, path)
  if (page === null) throw new Response(null, { status: 404 })
  const address = links.page(code, path)
  const breadcrumbs = [{ text: page.title, to: address }]
  const alternates = Object.fromEntries(
    storeCodes
      .filter((other) => pageAt(shop.content, other, path) !== null)
      .map((other) => [other, links.page(other, path)]),
  )
  return {
    page: { title: page.title, body: page.body },
    takesWithdrawals: path === withdrawalPath,
    more: helpLinks(shop, path),
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

export default function ContentPage({ loaderData: { page, more, takesWithdrawals } }: Route.ComponentProps) {
  return (
    <Article page={page} more={more}>
      {takesWithdrawals && <WithdrawalForm />}
    </Article>
  )
}
