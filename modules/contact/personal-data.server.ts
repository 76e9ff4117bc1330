import { sql } from 'kysely'
import type { contact } from './declarations.ts'
import type { PersonalDataOfModule } from '../personal-data.server.ts'

export const personalData: PersonalDataOfModule<keyof typeof contact.retention> = {
  export: {
    contact_messages: ({ email }) => sql`
      select m.store, m.reference, m.topic, m.name, m.order_number, m.message, m.received_at,
        array(select a.body from contact_answer a where a.message_id = m.id order by a.id) as answers,
        (select count(*)::integer from contact_photo p where p.message_id = m.id) as photos
      from contact_message m where m.email = ${email} order by m.id`,
  },
  async erase(trx, { email }) {
    await trx.deleteFrom('contact_message').where('email', '=', email).execute()
  },
  retention: {
    'contact-message': ({ store, before }) => sql`
      delete from contact_message where store = ${store} and received_at < ${before} returning 1`,
  },
}
