import { account, open } from '../../test/access/access-rule.ts'
import type { ModuleTests } from '../../test/module-tests.ts'
import { finderLinks } from './finder-links.ts'

const { finder } = finderLinks

export const moduleTests: ModuleTests = {
  apiAccess: {
    'GET /api/devices': open({ query: { query: 'brandvarnare' } }),
    'GET /api/devices/:slug/products': open({ fixed: { slug: 'finns-inte' } }),
    'POST /api/device-fit': open({ body: { devices: [], skus: [] } }),
    'GET /api/auth/devices': account(),
    'POST /api/auth/devices': account({ body: { devices: [] } }),
    'PUT /api/auth/devices': account({ body: { devices: [] } }),
  },
  pageAccess: {
    [`${finder('sv', 'device')}/:slug?`]: open({ fixed: { slug: 'finns-inte' } }),
    [finder('sv', 'vehicle')]: open(),
    [finder('sv', 'phone')]: open(),
    [finder('sv', 'cable')]: open(),
  },
  translatedPageTypes: {
    'device finder': (store) => finder(store, 'device'),
    device: (store) => finderLinks.device(store, 'kidde-29hd'),
    'vehicle finder': (store) => finder(store, 'vehicle'),
    'phone finder': (store) => finder(store, 'phone'),
    'cable finder': (store) => finder(store, 'cable'),
  },
}
