import { sql } from 'kysely'
import type { PersonalDataOfModule } from '../personal-data.server.ts'

/** The devices that a customer saved; a registration number is never stored. */
export const personalData: PersonalDataOfModule<never> = {
  export: {
    devices: ({ accountId }) => sql`
      select d.maker, d.model, k.label from account_finder_device k join device d on d.id = k.device_id
      where k.account_id = ${accountId} order by k.position desc`,
  },
  async erase(trx, { accountId }) {
    if (accountId !== null)
      await trx.deleteFrom('account_finder_device').where('account_id', '=', accountId).execute()
  },
  retention: {},
}
