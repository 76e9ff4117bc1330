/** The manifests of all modules. */
import { module as agreements } from '../modules/agreements/module.server.ts'
import { module as backInStock } from '../modules/back-in-stock/module.server.ts'
import { module as bring } from '../modules/bring/module.server.ts'
import { module as brreg } from '../modules/brreg/module.server.ts'
import { module as budbee } from '../modules/budbee/module.server.ts'
import { module as contact } from '../modules/contact/module.server.ts'
import { module as dhl } from '../modules/dhl/module.server.ts'
import { module as experiments } from '../modules/experiments/module.server.ts'
import { module as finders } from '../modules/finders/module.server.ts'
import { module as instabee } from '../modules/instabee/module.server.ts'
import { module as kustom } from '../modules/kustom/module.server.ts'
import { module as newsletter } from '../modules/newsletter/module.server.ts'
import { module as offers } from '../modules/offers/module.server.ts'
import { module as postnord } from '../modules/postnord/module.server.ts'
import { module as priceNotices } from '../modules/price-notices/module.server.ts'
import { module as productLists } from '../modules/product-lists/module.server.ts'
import { module as purchaseRequests } from '../modules/purchase-requests/module.server.ts'
import { module as returns } from '../modules/returns/module.server.ts'
import { module as reviews } from '../modules/reviews/module.server.ts'
import { module as scheduledImports } from '../modules/scheduled-imports/module.server.ts'
import { module as stripe } from '../modules/stripe/module.server.ts'
import { module as subscriptions } from '../modules/subscriptions/module.server.ts'
import { module as vies } from '../modules/vies/module.server.ts'
import { module as walley } from '../modules/walley/module.server.ts'
import { module as webhooks } from '../modules/webhooks/module.server.ts'
import { module as webVitals } from '../modules/web-vitals/module.server.ts'
import type { ModuleManifest } from '../sdk/module.ts'
import { outsideManifests } from './outside-manifests.generated.ts'

/** By name of the module. */
export const manifests: ReadonlyMap<string, ModuleManifest> = new Map([
  ['agreements', agreements],
  ['back-in-stock', backInStock],
  ['bring', bring],
  ['brreg', brreg],
  ['budbee', budbee],
  // In front of the messages of the contact form, whose sections have the same place.
  ['returns', returns],
  ['contact', contact],
  ['dhl', dhl],
  ['experiments', experiments],
  ['finders', finders],
  ['instabee', instabee],
  ['kustom', kustom],
  ['newsletter', newsletter],
  ['offers', offers],
  ['postnord', postnord],
  ['price-notices', priceNotices],
  ['product-lists', productLists],
  ['purchase-requests', purchaseRequests],
  ['reviews', reviews],
  ['scheduled-imports', scheduledImports],
  ['stripe', stripe],
  ['subscriptions', subscriptions],
  ['vies', vies],
  ['walley', walley],
  ['webhooks', webhooks],
  ['web-vitals', webVitals],
  ...outsideManifests,
])
