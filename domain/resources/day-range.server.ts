import { sql } from 'kysely'
import type { Expression } from '../../db/table-query.server.ts'
import { defaultStoreCode, stores } from '../stores/stores.ts'

/** A period of days `YYYY-MM-DD`, both included; null: open. */
export interface DayRange {
  from: string | null
  to: string | null
}

const { timeZone } = stores[defaultStoreCode]

/** Whether a moment is on one of the days, in the time zone of the default store. */
export function isOnDays(moment: Expression, { from, to }: DayRange): Expression {
  const conditions = [
    ...(from === null ? [] : [sql`${moment} >= ${from}::date::timestamp at time zone ${timeZone}`]),
    ...(to === null ? [] : [sql`${moment} < (${to}::date + 1)::timestamp at time zone ${timeZone}`]),
  ]
  return conditions.length === 0 ? sql`true` : sql.join(conditions, sql` and `)
}
