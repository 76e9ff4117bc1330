/** The phone finder: brand and model lead to batteries and accessories (PAGE-10, EVENT-10). */
import { useEffect } from 'react'
import { useLoaderData, type LoaderFunctionArgs, type MetaArgs } from 'react-router'
import { phoneKinds } from '../../../domain/devices/device.ts'
import { finderLinks } from '../finder-links.ts'
import { shopContext } from '../../../app/shop-context.ts'
import { pushEvent } from '../../../app/state/data-layer.ts'
import { serverTranslate } from '../../../app/state/server-strings.server.ts'
import { breadcrumbData, metaOf, pageHead } from '../../../app/pages/page-head.ts'
import { parameter, showProducts } from './show-products.server.ts'
import PhoneFinderView from './phone-finder-view.tsx'

/** An unknown brand or model counts as not chosen. */
export function loader({ request, context }: LoaderFunctionArgs) {
  const shop = context.get(shopContext)
  const { code } = shop.store
  const { catalogue } = shop
  const url = new URL(request.url)
  const brands = catalogue.deviceMakers(phoneKinds)
  const brand = brands.find(({ key }) => key === parameter(url, 'brand')) ?? null
  const models = brand === null ? [] : catalogue.deviceModels(code, phoneKinds, brand.key)
  const model = models.find(({ slug }) => slug === parameter(url, 'model')) ?? null
  const device = model === null ? null : catalogue.device(model.slug)
  const products = device === null ? null : catalogue.deviceProducts(code, device)
  showProducts(
    shop,
    products === null ? [] : [...products.batteries, ...products.others],
    products?.changesAt ?? null,
  )
  const t = serverTranslate(shop.store)
  const title = t('finder.phone_title')
  const breadcrumbs = [{ text: title, to: finderLinks.finder(code, 'phone') }]
  const isPlain = brand === null
  return {
    brands: brands.map(({ key, name }) => ({ key, name })),
    brand: brand === null ? null : { key: brand.key, name: brand.name },
    models: models.map(({ slug, model: name, sold }) => ({ slug, name, sold })),
    model: model === null ? null : { slug: model.slug, name: model.model },
    products,
    breadcrumbs,
    alternates: finderLinks.alternates('phone'),
    head: pageHead(shop, {
      title,
      description: t('finder.phone_lead'),
      path: finderLinks.finder(code, 'phone'),
      alternates: isPlain ? finderLinks.alternates('phone') : {},
      index: isPlain,
      data: [breadcrumbData(shop, breadcrumbs)],
    }),
  }
}

export const meta = ({ loaderData }: MetaArgs<typeof loader>) => metaOf(loaderData)

export default function PhoneFinderPage() {
  const loaderData = useLoaderData<typeof loader>()
  const [brand, model] = [loaderData.brand?.name, loaderData.model?.name]
  useEffect(() => {
    if (brand !== undefined && model !== undefined) pushEvent({ event: 'phoneModelSelector', brand, model })
  }, [brand, model])
  return <PhoneFinderView data={loaderData} />
}
