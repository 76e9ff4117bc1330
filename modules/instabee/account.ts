/** The shop's account at Instabee. */
import type { CarrierSettings } from '../../sdk/carrier.ts'
import { required } from '../../sdk/required.ts'

export interface InstabeeAccount {
  /** Origin, with a path only for a simulator; without a trailing slash. */
  url: string
  apiKey: string
  /** The product that Instabee agreed with the merchant. */
  product: string
}

/** What a merchant of Instabee's calls the delivery to a locker unless another product is agreed. */
const usualProduct = 'LOCKER_EXPRESS'

export const accountOf = ({ keys, hosts }: CarrierSettings): InstabeeAccount => ({
  url: required(hosts, 'url'),
  apiKey: required(keys, 'api_key'),
  product: keys['product'] ?? usualProduct,
})
