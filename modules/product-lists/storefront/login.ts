import type { ModuleLogin } from '../../../app/state/module-logins.ts'
import { forgetSaved, joinSaved } from './saved-products.ts'

/** The saved products of a browser join those of the account, and the account's leave with the customer. */
export const login: ModuleLogin = { join: joinSaved, leave: forgetSaved }
