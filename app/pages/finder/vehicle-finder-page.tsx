/**
 * Car batteries by registration number (PAGE-10, EVENT-08). The number is sent as a form, so that it is in no
 * address, log or page cache; the response is rendered for this request alone.
 */
import { storePolicies } from '../../../domain/stores/stores.ts'
import { useEffect } from 'react'
import { batteriesForVehicle } from '../../../domain/devices/starter-battery.ts'
import { plateExample, readPlate } from '../../../domain/devices/plate.ts'
import { findVehicle } from '../../../domain/devices/vehicle-registry.ts'
import { finderLinks } from '../../finder-links.ts'
import { shopContext } from '../../shop-context.ts'
import { pushEvent } from '../../state/data-layer.ts'
import { serverTranslate } from '../../state/server-strings.server.ts'
import { hydrateOnInteraction } from '../../../ui/lazy-hydration.tsx'
import { breadcrumbData, metaOf, pageHead } from '../page-head.ts'
import type { VehicleResultData } from './vehicle-result.tsx'
import type { Route } from './+types/vehicle-finder-page'

/** The form alone; it contains no shopper data. */
export function loader({ context }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  const { code, countryCode } = shop.store
  const t = serverTranslate(shop.store)
  const title = t('vehicle.title')
  const breadcrumbs = [{ text: title, to: finderLinks.finder(code, 'vehicle') }]
  return {
    band: storePolicies[code].plate.band,
    example: plateExample(countryCode),
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

/** Refusals are values: an invalid number, an unknown one, an unavailable register. */
export async function action({ request, context }: Route.ActionArgs): Promise<VehicleResultData> {
  const { store, vehicles, catalogue } = context.get(shopContext)
  const typed = new URLSearchParams(await request.text()).get('plate') ?? ''
  const read = readPlate(store.countryCode, typed)
  if (!read.ok) return { status: 'malformed', typed: typed.slice(0, 20) }
  const answer = await findVehicle(vehicles, store.countryCode, read.plate)
  if (!answer.ok) return { status: answer.code, typed: read.shown }
  const { vehicle } = answer
  const ids = batteriesForVehicle(catalogue.starterBatteries(store.code), vehicle.battery)
  return { status: 'found', typed: read.shown, vehicle, products: catalogue.productsById(store.code, ids) }
}

export const meta = ({ loaderData }: Route.MetaArgs) => metaOf(loaderData)

const VehicleFinderView = hydrateOnInteraction(
  import.meta.env.SSR ? await import('./vehicle-finder-view.tsx') : null,
  () => import('./vehicle-finder-view.tsx'),
)

export default function VehicleFinderPage({ loaderData, actionData }: Route.ComponentProps) {
  const { band, example, tries } = loaderData
  useEffect(() => {
    if (actionData && actionData.status !== 'malformed')
      pushEvent({ event: 'regNoSearch', found: actionData.status === 'found' })
  }, [actionData])
  return <VehicleFinderView band={band} example={example} tries={tries} result={actionData} />
}
