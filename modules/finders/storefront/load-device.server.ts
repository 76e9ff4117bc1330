/** Loads the page of one device. */
import { cellName } from '../../../domain/devices/battery-size.ts'
import { deviceName, type Device } from '../../../domain/devices/device.ts'
import { storeCodes } from '../../../domain/stores/stores.ts'
import { finderLinks } from '../finder-links.ts'
import { movedOrMissing } from '../../../app/moved-or-missing.server.ts'
import type { ShopContext } from '../../../app/shop-context.ts'
import { serverTranslate } from '../../../app/state/server-strings.server.ts'
import { trailOf } from '../../../app/layout/breadcrumb-trail.ts'
import { breadcrumbData, pageHead } from '../../../app/pages/page-head.ts'
import type { DeviceData } from './device-view.tsx'
import { showProducts } from './show-products.server.ts'

/** Throws a redirect or a 404 if no device has that address. The page is indexed only if something fits. */
export function loadDevice(shop: ShopContext, request: Request, slug: string) {
  const { code } = shop.store
  const found = shop.catalogue.device(slug)
  if (found === null) throw movedOrMissing(shop, request)
  const { batteries, others, total, changesAt } = shop.catalogue.deviceProducts(code, found)
  showProducts(shop, [...batteries, ...others], changesAt)
  const t = serverTranslate(shop.store)
  const name = deviceName(found)
  const title = t(found.kind === 'car_key' ? 'finder.key_title' : 'finder.fits_title', { name })
  const breadcrumbs = trailOf([
    { text: t('finder.device'), to: finderLinks.finder(code, 'device') },
    { text: t(`device.${found.kind}`), to: finderLinks.finder(code, 'device', { kind: found.kind }) },
    { text: name, to: finderLinks.device(code, slug) },
  ])
  const takes = takesText(shop, found)
  const alternates = Object.fromEntries(storeCodes.map((other) => [other, finderLinks.device(other, slug)]))
  const device: DeviceData = {
    id: found.id,
    slug,
    name,
    kind: found.kind,
    title,
    takes,
    codes: found.codes.slice(0, 12),
    capacityMah: found.facts.capacity_mah ?? null,
    size: found.cellSize === null ? null : cellName(found.cellSize),
    isFixed: found.power === 'fixed',
    batteries,
    others,
    total,
  }
  return {
    device,
    breadcrumbs,
    alternates,
    head: pageHead(shop, {
      title,
      description: t('finder.description', { name, takes }),
      path: finderLinks.device(code, slug),
      alternates,
      index: total > 0,
      data: [breadcrumbData(shop, breadcrumbs)],
    }),
  }
}

/** "Takes 2 × AA"; empty if unknown. */
function takesText(shop: ShopContext, { power, cellSize, quantity }: Device): string {
  const t = serverTranslate(shop.store)
  if (cellSize !== null && quantity !== null)
    return t('finder.takes', { count: quantity, size: cellName(cellSize) })
  if (power === 'fixed') return t('finder.takes_fixed')
  return power === 'pack' ? t('finder.takes_pack') : ''
}
