/** Orders of buyers without an account, whom only their e-mail address tells apart. */
import { sql, type RawBuilder } from 'kysely'

/** The condition for the orders `o` of a guest: those of the address that belong to no account. */
export const ordersOfGuest = (email: string): RawBuilder<unknown> =>
  sql`(o.account_id is null and lower(o.email) = lower(${email}))`
