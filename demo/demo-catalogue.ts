/**
 * The demo catalogue that ships with Anode, in the interchange format. It is identical on every machine; only
 * campaign windows, deals and delivery dates are relative to `now`. It never reads a file or a network.
 */
import type { CatalogueRecord } from '../domain/catalogue/catalogue-record.ts'
import { demoAttributes } from './attributes.ts'
import { demoBrands } from './brands.ts'
import { buttonCells } from './button-cells.ts'
import { cables } from './cables.ts'
import { cameraAndPhoneExtras } from './camera-phone-extras.ts'
import { chargers } from './chargers.ts'
import { hearingAidBatteries } from './hearing-aid-batteries.ts'
import { householdBatteries } from './household-batteries.ts'
import { laptopPower } from './laptop-power.ts'
import { lithiumBatteries } from './lithium-batteries.ts'
import { phoneBatteries } from './phone-batteries.ts'
import { powerBanks } from './power-banks.ts'
import { rechargeableBatteries } from './rechargeable-batteries.ts'
import { toolBatteries } from './tool-batteries.ts'
import { vehicleBatteries } from './vehicle-batteries.ts'
import { carAccessories } from './car-accessories.ts'
import { lighting } from './lighting.ts'
import { homeSafety } from './home-safety.ts'
import { spareParts } from './spare-parts.ts'
import { energyStorage } from './energy-storage.ts'
import { setsAndGiftCards } from './sets-gift-cards.ts'
import { companions } from './companions.ts'
import { demoContentPages } from './content-pages.ts'
import { demoDeals } from './deals.ts'
import { demoSearchHints } from './search-hints.ts'
import { demoSearchSynonyms } from './search-synonyms.ts'
import { demoWidgets } from './widgets.ts'
import { prepareAssortment } from './assortment.ts'
import { demoCategories } from './categories.ts'
import { buildProducts } from './product-builder.ts'
import { pricePacks } from './pack-prices.ts'
import { completeSets } from './product-picture.ts'
import type { ProductPlan } from './product-plan.ts'
import { relatePlans } from './relations.ts'
import { demoTags } from './tags.ts'

/** The plans of every family, in their default display order. */
function demoPlans(): ProductPlan[] {
  return [
    ...householdBatteries(),
    ...rechargeableBatteries(),
    ...lithiumBatteries(),
    ...vehicleBatteries(),
    ...buttonCells(),
    ...hearingAidBatteries(),
    ...chargers(),
    ...powerBanks(),
    ...phoneBatteries(),
    ...cameraAndPhoneExtras(),
    ...laptopPower(),
    ...cables(),
    ...toolBatteries(),
    ...carAccessories(),
    ...lighting(),
    ...homeSafety(),
    ...spareParts(),
    ...energyStorage(),
    ...setsAndGiftCards(),
  ]
}

/** Every record of the demo: attributes, brands, tags, categories, products, content, deals and hints. */
export function* demoCatalogue(now: Date): Generator<CatalogueRecord> {
  yield* demoAttributes
  yield* demoBrands
  yield* demoTags
  yield* demoCategories
  const { plans, crossSold } = relatePlans(
    completeSets(pricePacks(prepareAssortment(demoPlans()))),
    companions,
  )
  for (const plan of plans) yield* buildProducts(plan, now, crossSold)
  yield* demoContentPages
  yield* demoWidgets
  yield* demoDeals(now)
  yield* demoSearchHints
  yield* demoSearchSynonyms
}
