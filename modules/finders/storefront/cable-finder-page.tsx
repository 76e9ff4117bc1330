/**
 * The cable finder: both ends, then length and power; results are matching or nearest cables (PAGE-10,
 * EVENT-09).
 */
import { useEffect } from 'react'
import { useLoaderData, type LoaderFunctionArgs, type MetaArgs } from 'react-router'
import { finderLinks } from '../finder-links.ts'
import { shopContext } from '../../../app/shop-context.ts'
import { pushEvent } from '../../../app/state/data-layer.ts'
import { serverTranslate } from '../../../app/state/server-strings.server.ts'
import { breadcrumbData, metaOf, pageHead } from '../../../app/pages/page-head.ts'
import { loadCables } from './load-cables.server.ts'
import CableFinderView from './cable-finder-view.tsx'

/** A length or power that no product has counts as not chosen. */
export function loader({ request, context }: LoaderFunctionArgs) {
  const shop = context.get(shopContext)
  const { code } = shop.store
  const cables = loadCables(shop, new URL(request.url))
  const t = serverTranslate(shop.store)
  const title = t('finder.cable_title')
  const breadcrumbs = [{ text: title, to: finderLinks.finder(code, 'cable') }]
  const isPlain = cables.wish.a === null
  return {
    ...cables,
    breadcrumbs,
    alternates: finderLinks.alternates('cable'),
    head: pageHead(shop, {
      title,
      description: t('finder.cable_lead'),
      path: finderLinks.finder(code, 'cable'),
      alternates: isPlain ? finderLinks.alternates('cable') : {},
      index: isPlain,
      data: [breadcrumbData(shop, breadcrumbs)],
    }),
  }
}

export const meta = ({ loaderData }: MetaArgs<typeof loader>) => metaOf(loaderData)

export default function CableFinderPage() {
  const loaderData = useLoaderData<typeof loader>()
  const { a, b } = loaderData.wish
  useEffect(() => {
    if (a !== null && b !== null) pushEvent({ event: 'cableSelector', from: a, to: b })
  }, [a, b])
  return <CableFinderView data={loaderData} />
}
