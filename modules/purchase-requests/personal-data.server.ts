import { sql } from 'kysely'
import type { PersonalDataOfModule } from '../personal-data.server.ts'

export const personalData: PersonalDataOfModule<never> = {
  export: {
    purchase_requests: ({ accountId }) => sql`
      select store, status, form, lines, total_minor, approval_above_minor, requested_at, reason from purchase_request
      where account_id = ${accountId} order by id`,
  },
  async erase(trx, { accountId }) {
    if (accountId === null) return
    await sql`update purchase_request set account_id = null, form = '{}',
        status = case when status = 'waiting' then 'withdrawn' else status end
      where account_id = ${accountId}`.execute(trx)
  },
  retention: {},
}
