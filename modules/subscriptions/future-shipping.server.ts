import { sql } from 'kysely'
import type { FutureShipping } from '../future-shipping.server.ts'

export const futureShipping: FutureShipping = (store) => sql<{ id: string }>`
  select distinct shipping_method as id from subscription where store = ${store} and status = 'active'`
