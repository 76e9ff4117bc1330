/**
 * Car batteries by registration number (PAGE-10, EVENT-08). The number is sent as a form, so that it is in no
 * address, log or page cache; the response is rendered for this request alone.
 */
import { storePolicies, type Store } from '../../../domain/stores/stores.ts'
import { useEffect } from 'react'
import {
  useActionData,
  useLoaderData,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaArgs,
} from 'react-router'
import { batteriesForVehicle, starterBatteryFacts } from '../starter-battery.ts'
import { plateExample, readPlate } from '../../../domain/devices/plate.ts'
import { readTypeKey } from '../type-key.ts'
import {
  findVehicle,
  findVehicleType,
  type VehicleAnswer,
  type VehicleRegistry,
} from '../../../domain/devices/vehicle-registry.ts'
import { toProductId } from '../../../domain/products/product-id.ts'
import { toSku } from '../../../domain/products/sku.ts'
import { finderLinks } from '../finder-links.ts'
import { shopContext } from '../../../app/shop-context.ts'
import { pushEvent } from '../../../app/state/data-layer.ts'
import { serverTranslate } from '../../../app/state/server-strings.server.ts'
import { hydrateOnInteraction } from '../../../ui/lazy-hydration.tsx'
import { breadcrumbData, metaOf, pageHead } from '../../../app/pages/page-head.ts'
import type { VehicleResultData } from './vehicle-result.tsx'

/** The form alone; it contains no shopper data. */
export function loader({ context }: LoaderFunctionArgs) {
  const shop = context.get(shopContext)
  const { code, countryCode } = shop.store
  const t = serverTranslate(shop.store)
  const title = t('vehicle.title')
  const breadcrumbs = [{ text: title, to: finderLinks.finder(code, 'vehicle') }]
  return {
    band: storePolicies[code].plate.band,
    example: plateExample(countryCode),
    hasTypeKey: storePolicies[code].plate.hasTypeKey,
    tries: shop.vehicles.examples(countryCode),
    breadcrumbs,
    alternates: finderLinks.alternates('vehicle'),
    head: pageHead(shop, {
      title,
      description: t('vehicle.lead'),
      path: finderLinks.finder(code, 'vehicle'),
      alternates: finderLinks.alternates('vehicle'),
      data: [breadcrumbData(shop, breadcrumbs)],
    }),
  }
}

/**
 * Refusals are values: an invalid number or key, an unknown one, an unavailable register. `sku` names the product whose
 * page asked whether it fits.
 */
export async function action({ request, context }: ActionFunctionArgs): Promise<VehicleResultData> {
  const { store, vehicles, catalogue } = context.get(shopContext)
  const form = new URLSearchParams(await request.text())
  const [typed, hsn, tsn] = ['plate', 'hsn', 'tsn'].map((name) => (form.get(name) ?? '').slice(0, 20))
  const asked = askRegister(vehicles, store, { typed: typed!, hsn: hsn!, tsn: tsn! })
  if (asked === null) return { status: 'malformed', typed: typed!, byKey: form.has('hsn') }
  const answer = await asked.answer
  if (!answer.ok) return { status: answer.code, typed: asked.shown }
  const { vehicle } = answer
  const ids = batteriesForVehicle(catalogue.productFacts(store.code, starterBatteryFacts), vehicle.battery)
  const products = catalogue.productsById(store.code, ids)
  const sku = form.get('sku')
  const [product] = sku ? catalogue.productsBySku(store.code, [toSku(sku.slice(0, 100))]) : []
  return {
    status: 'found',
    typed: asked.shown,
    vehicle,
    products,
    asked: product ? { name: product.name, fits: ids.includes(toProductId(product.id)) } : null,
  }
}

/** Asks by the number or, in Germany, the type key; null: it is neither. */
function askRegister(
  vehicles: VehicleRegistry,
  store: Store,
  { typed, hsn, tsn }: { typed: string; hsn: string; tsn: string },
): { shown: string; answer: Promise<VehicleAnswer> } | null {
  if (hsn !== '' && storePolicies[store.code].plate.hasTypeKey) {
    const key = readTypeKey(hsn, tsn)
    return key && { shown: '', answer: findVehicleType(vehicles, key) }
  }
  const read = readPlate(store.countryCode, typed)
  return read.ok ? { shown: read.shown, answer: findVehicle(vehicles, store.countryCode, read.plate) } : null
}

export const meta = ({ loaderData }: MetaArgs<typeof loader>) => metaOf(loaderData)

const VehicleFinderView = hydrateOnInteraction(
  import.meta.env.SSR ? await import('./vehicle-finder-view.tsx') : null,
  () => import('./vehicle-finder-view.tsx'),
)

export default function VehicleFinderPage() {
  const loaderData = useLoaderData<typeof loader>()
  const actionData = useActionData<typeof action>()
  const { band, example, tries, hasTypeKey } = loaderData
  useEffect(() => {
    if (actionData && actionData.status !== 'malformed')
      pushEvent({ event: 'regNoSearch', found: actionData.status === 'found' })
  }, [actionData])
  return (
    <VehicleFinderView
      band={band}
      example={example}
      tries={tries}
      hasTypeKey={hasTypeKey}
      result={actionData}
    />
  )
}
