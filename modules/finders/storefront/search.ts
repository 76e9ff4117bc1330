import type { ModuleSearch } from '../../../app/features/search/module-searches.ts'
import { callApi } from '../../../app/state/api-client.ts'
import type { FoundDevices } from '../contract.ts'
import { finderLinksIn } from '../finder-names.ts'

/** Most devices shown for a term. */
const mostDevices = 3

/** Devices with that name for which the shop sells something; a registration number leads to the finder for vehicles. */
export const search: ModuleSearch = {
  name: 'devices',
  title: 'search.devices',
  async find(store, term, signal) {
    const answer = await callApi<FoundDevices>(store, 'devices', {
      query: { query: term, limit: mostDevices },
      signal,
    })
    if (!answer.ok) return []
    return answer.data.devices
      .filter(({ sold }) => sold)
      .map(({ slug, name, kind }) => ({
        key: slug,
        name,
        kind: `device.${kind}` as const,
      }))
  },
  hrefOf: (slug, paths) => finderLinksIn(paths).device(slug),
  plate: {
    title: 'search.plate',
    text: 'finder.vehicle',
    href: (paths) => finderLinksIn(paths).finder('vehicle'),
  },
}
