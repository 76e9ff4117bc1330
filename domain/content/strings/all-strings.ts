/** Every word of the shop by key. Server only: the browser gets its store's words from /api/strings. */
import { storeCodes, type StoreCode } from '../../stores/stores.ts'
import type { Strings } from '../message.ts'
import { accountStrings } from './account-strings.ts'
import { cartStrings } from './cart-strings.ts'
import { catalogueStrings } from './catalogue-strings.ts'
import { checkoutStrings } from './checkout-strings.ts'
import { chromeStrings } from './chrome-strings.ts'
import { consentStrings } from './consent-strings.ts'
import { contentStrings } from './content-strings.ts'
import { deviceStrings } from './device-strings.ts'
import { finderStrings } from './finder-strings.ts'
import { productStrings } from './product-strings.ts'
import { returnStrings } from './return-strings.ts'
import { searchStrings } from './search-strings.ts'
import { vehicleStrings } from './vehicle-strings.ts'

const tables = {
  ...accountStrings,
  ...cartStrings,
  ...catalogueStrings,
  ...checkoutStrings,
  ...chromeStrings,
  ...consentStrings,
  ...contentStrings,
  ...deviceStrings,
  ...finderStrings,
  ...productStrings,
  ...returnStrings,
  ...searchStrings,
  ...vehicleStrings,
}

export type StringKey = keyof typeof tables

const byStore = Object.fromEntries(
  storeCodes.map((code) => [
    code,
    Object.fromEntries(Object.entries(tables).map(([key, texts]) => [key, texts[code]])),
  ]),
) as Record<StoreCode, Strings>

/** The words of one store (API-26). */
export function stringsOf(store: StoreCode): Strings {
  return byStore[store]
}
