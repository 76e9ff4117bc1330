import type { ModuleSearchPage } from '../../../app/pages/search/module-searches.server.ts'
import { serverTranslate } from '../../../app/state/server-strings.server.ts'
import { deviceName } from '../../../domain/devices/device.ts'
import { finderLinks } from '../finder-links.ts'
import { devicesTag } from './show-products.server.ts'

/** Most devices shown for a term. */
const mostDevices = 5

/**
 * Devices with that name for which the store sells something; products that fit the best match, if the search
 * has no other hits.
 */
export const searchPage: ModuleSearchPage = {
  find(shop, { query, isFirstPage, isEmpty }) {
    const { catalogue, store } = shop
    const t = serverTranslate(store)
    shop.tag(devicesTag)
    const found = isFirstPage
      ? catalogue.findDevices(store.code, query, mostDevices).filter(({ sold }) => sold)
      : []
    const best = isEmpty && found[0] ? catalogue.device(found[0].slug) : null
    const fitting = best === null ? null : catalogue.deviceProducts(store.code, best)
    if (fitting !== null) shop.endsBy(fitting.changesAt)
    return {
      title: t('search.devices'),
      links: found.map((device) => ({
        text: `${deviceName(device)}, ${t(`device.${device.kind}`)}`,
        href: finderLinks.device(store.code, device.slug),
      })),
      products: fitting?.batteries ?? [],
    }
  },
}
