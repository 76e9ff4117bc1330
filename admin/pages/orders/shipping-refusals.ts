/** Why an order of several is not shipped: the details are on its own page. Pure. */
import { refusalText } from '../../shell/refusals.ts'
import type { AdminKey, Translate } from '../../texts.tsx'

const words: Readonly<Record<string, AdminKey>> = {
  carrier_refused: 'ship_orders.carrier_refused',
  carrier_waits: 'ship_orders.carrier_waits',
  hs_code_missing: 'ship_orders.hs_code_missing',
  not_carried: 'ship_orders.not_carried',
  nothing_left: 'ship_orders.nothing_left',
  parcel_open: 'ship_orders.parcel_open',
  voec_limit: 'ship_orders.voec_limit',
}

export function shippingRefusalText(t: Translate, code: string): string {
  const key = words[code]
  return key === undefined ? refusalText(t, code) : t(key)
}
