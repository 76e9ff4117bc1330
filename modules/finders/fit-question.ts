/** How a product page asks whether the product fits. Pure. */
import type { ProductDetails } from '../../contract/catalogue.ts'
import { startsCars, type StarterBattery } from './starter-battery.ts'

/**
 * `vehicle`: by registration number, and by the type key where the country has one; `device`: by the name of a device.
 */
export type AskedFit = { by: 'vehicle'; hasTypeKey: boolean } | { by: 'device' }

/**
 * Asks for the car of a battery that starts cars, and for the device of cells and of what is made for named devices,
 * such as the battery of a motorcycle. Null: whether it fits is no question. `starter` is null where the product is no
 * starter battery.
 */
export function fitQuestionOf(
  { facts, fits }: Pick<ProductDetails, 'facts' | 'fits'>,
  starter: StarterBattery | null,
  hasTypeKey: boolean,
): AskedFit | null {
  if (starter && startsCars(starter)) return { by: 'vehicle', hasTypeKey }
  const has = (code: string) => facts.some((fact) => fact.code === code)
  const isCell = has('battery_size') && has('voltage_v')
  return isCell || fits.length > 0 || has('device_brand') ? { by: 'device' } : null
}
