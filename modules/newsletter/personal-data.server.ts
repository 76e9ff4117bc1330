import { sql } from 'kysely'
import type { PersonalDataOfModule } from '../personal-data.server.ts'
import type { newsletter } from './declarations.ts'

export const personalData: PersonalDataOfModule<keyof typeof newsletter.retention> = {
  export: {
    newsletter: ({ email }) => sql`
      select store, subscribed_at, confirmed_at, source, unsubscribed_at from newsletter_subscriber
      where email = ${email} order by store`,
  },
  async erase(trx, { email }) {
    await trx.deleteFrom('newsletter_subscriber').where('email', '=', email).execute()
  },
  retention: {
    newsletter: ({ store, before }) => sql`
      delete from newsletter_subscriber where store = ${store} and unsubscribed_at < ${before} returning 1`,
  },
}
