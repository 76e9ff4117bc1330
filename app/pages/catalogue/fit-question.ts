/** How a product page asks whether the product fits. Pure. */
import type { ProductDetails } from '../../../contract/catalogue.ts'

type Asked = Pick<ProductDetails, 'facts' | 'fits' | 'starter_battery'>

/**
 * `vehicle`: by registration number, for starter batteries; `device`: by the name of a device, for cells and for what
 * is made for named devices. Null: whether it fits is no question.
 */
export function fitQuestionOf({
  facts,
  fits,
  starter_battery: isStarter,
}: Asked): 'vehicle' | 'device' | null {
  const has = (code: string) => facts.some((fact) => fact.code === code)
  if (isStarter && has('terminal_layout')) return 'vehicle'
  const isCell = has('battery_size') && has('voltage_v')
  return isCell || fits.length > 0 || has('device_brand') ? 'device' : null
}
