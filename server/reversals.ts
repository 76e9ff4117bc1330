/** How changes that the audit describes are undone: those of the kernel, of its lists, then those of modules. */
import { catalogueReversals } from '../catalogue-import/catalogue-reversals.server.ts'
import { productReversals } from '../domain/catalogue/product-reversals.server.ts'
import { contentReversals } from '../domain/content/content-reversals.server.ts'
import { couponReversals } from '../domain/coupons/coupon-reversals.server.ts'
import { fieldReversals } from '../domain/custom-fields/field-reversals.server.ts'
import { creditReversals } from '../domain/gift-cards/credit-reversals.server.ts'
import { moduleSettingsReversals } from '../domain/module-settings/module-settings-reversals.server.ts'
import { redirectReversals } from '../domain/redirects/redirect-reversals.server.ts'
import { searchReversals } from '../domain/search/search-reversals.server.ts'
import { settingsReversals } from '../domain/settings/settings-reversals.server.ts'
import { stockReversals } from '../domain/stock/stock-reversals.server.ts'
import { storedListReversals } from '../domain/stored-lists/stored-list.server.ts'
import type { Reversals } from '../domain/undo/reversal.ts'
import { manifests } from './module-manifests.ts'
import { resources } from './resources.ts'

export const reversals: Reversals = Object.assign(
  {},
  catalogueReversals,
  contentReversals,
  couponReversals,
  creditReversals,
  fieldReversals,
  moduleSettingsReversals,
  productReversals,
  redirectReversals,
  searchReversals,
  settingsReversals,
  stockReversals,
  storedListReversals(resources),
  ...[...manifests.values()].map(({ reversals: ofModule }) => ofModule),
) as Reversals
