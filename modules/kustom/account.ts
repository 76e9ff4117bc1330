/** A merchant account at Kustom. */
import { required } from '../../sdk/required.ts'
import type { PaymentSettings } from '../../sdk/payment-account.ts'

export interface KustomAccount {
  /** Origin, with a path only for a simulator; without a trailing slash. */
  url: string
  username: string
  password: string
}

export const accountOf = ({ keys, hosts }: PaymentSettings): KustomAccount => ({
  url: required(hosts, 'url'),
  username: required(keys, 'username'),
  password: required(keys, 'password'),
})
