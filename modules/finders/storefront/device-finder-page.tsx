/**
 * "Which battery fits my device?": by name, or by kind, maker and model; each step is an address (PAGE-10).
 * Each device also has a page (device-view.tsx).
 */
import { redirect, useLoaderData, type LoaderFunctionArgs, type MetaArgs } from 'react-router'
import { deviceName, isDeviceKind } from '../../../domain/devices/device.ts'
import { finderLinks } from '../finder-links.ts'
import { shopContext, type ShopContext } from '../../../app/shop-context.ts'
import { serverTranslate } from '../../../app/state/server-strings.server.ts'
import { hydrateOnInteraction } from '../../../ui/lazy-hydration.tsx'
import { breadcrumbData, metaOf, pageHead } from '../../../app/pages/page-head.ts'
import type { DeviceFinderData } from './device-finder-view.tsx'
import type { DeviceData } from './device-view.tsx'
import { loadDevice } from './load-device.server.ts'
import { parameter, showProducts } from './show-products.server.ts'

/** 404: no such device. A complete choice redirects to the device's page. */
export function loader({ request, params, context }: LoaderFunctionArgs) {
  const shop = context.get(shopContext)
  return params.slug === undefined
    ? { device: null, ...loadFinder(shop, new URL(request.url)) }
    : { finder: null, ...loadDevice(shop, request, params.slug) }
}

/** Search results for a typed name. */
const mostHits = 12

function loadFinder(shop: ShopContext, url: URL) {
  const { code } = shop.store
  const { catalogue } = shop
  const kindAsked = parameter(url, 'kind')
  const kind = isDeviceKind(kindAsked) ? kindAsked : null
  const makers = kind === null ? [] : catalogue.deviceMakers([kind])
  const maker = makers.find(({ key }) => key === parameter(url, 'maker')) ?? null
  const models = kind === null || maker === null ? [] : catalogue.deviceModels(code, [kind], maker.key)
  const model = models.find(({ slug }) => slug === parameter(url, 'model'))
  if (model) throw redirect(finderLinks.device(code, model.slug))
  const query = parameter(url, 'query')
  showProducts(shop, [], null)
  const t = serverTranslate(shop.store)
  const title = t('finder.device_title')
  const breadcrumbs = [{ text: title, to: finderLinks.finder(code, 'device') }]
  const isPlain = kind === null && query === ''
  const finder: DeviceFinderData = {
    query,
    hits: query === '' ? [] : catalogue.findDevices(code, query, mostHits),
    kinds: catalogue.deviceKinds(),
    kind,
    makers,
    maker,
    models: models.map((each) => ({
      slug: each.slug,
      name: each.model,
      title: deviceName(each),
      sold: each.sold,
    })),
  }
  return {
    finder,
    breadcrumbs,
    alternates: finderLinks.alternates('device'),
    head: pageHead(shop, {
      title,
      description: t('finder.device_lead'),
      path: finderLinks.finder(code, 'device'),
      alternates: isPlain ? finderLinks.alternates('device') : {},
      index: isPlain,
      data: [breadcrumbData(shop, breadcrumbs)],
    }),
  }
}

export const meta = ({ loaderData }: MetaArgs<typeof loader>) => metaOf(loaderData)

const DeviceFinderView = hydrateOnInteraction(
  import.meta.env.SSR ? await import('./device-finder-view.tsx') : null,
  () => import('./device-finder-view.tsx'),
)
const DeviceView = hydrateOnInteraction(
  import.meta.env.SSR ? await import('./device-view.tsx') : null,
  () => import('./device-view.tsx'),
)

export default function DeviceFinderPage() {
  const loaderData = useLoaderData<typeof loader>()
  const { finder, device } = loaderData as { finder: DeviceFinderData | null; device: DeviceData | null }
  return device ? <DeviceView data={device} /> : finder && <DeviceFinderView data={finder} />
}
