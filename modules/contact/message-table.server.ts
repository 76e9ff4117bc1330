/** The back office's table of messages of the contact form. */
import { sql } from 'kysely'
import type { TableDefinition } from '../../db/table-query.server.ts'
import type { ContactStatus, ContactTopic } from './contact-message.ts'
import type { StoreCode } from '../../domain/stores/stores.ts'
import { isOnDays, type DayRange } from '../../domain/resources/day-range.server.ts'

export interface MessageTableRow {
  /** K-7Q2M-94XD */
  reference: string
  store: StoreCode
  receivedAt: Date
  status: ContactStatus
  topic: ContactTopic
  name: string
  email: string
  /** As the sender wrote it; may be empty. */
  orderNumber: string
  /** The first 200 characters, on one line. */
  beginning: string
  photos: number
}

export interface MessageFilters {
  status?: readonly ContactStatus[] | undefined
  topic?: readonly ContactTopic[] | undefined
  store?: readonly string[] | undefined
  received?: DayRange | undefined
}

export const messageTable: TableDefinition<MessageTableRow, MessageFilters> = {
  source: sql`contact_message m`,
  key: { by: sql`m.id`, type: 'bigint' },
  columns: {
    reference: sql`m.reference`,
    store: sql`m.store`,
    receivedAt: sql`m.received_at`,
    status: sql`m.status`,
    topic: sql`m.topic`,
    name: sql`m.name`,
    email: sql`m.email`,
    orderNumber: sql`m.order_number`,
    beginning: sql`left(regexp_replace(m.message, '[[:space:]]+', ' ', 'g'), 200)`,
    photos: sql`(select count(*)::integer from contact_photo p where p.message_id = m.id)`,
  },
  filters: {
    status: (statuses) => sql`m.status = any(${statuses}::text[])`,
    topic: (topics) => sql`m.topic = any(${topics}::text[])`,
    store: (stores) => sql`m.store = any(${stores}::text[])`,
    received: (days) => isOnDays(sql`m.received_at`, days),
  },
  search: (text) =>
    sql`strpos(lower(concat_ws(' ', m.reference, m.name, m.email, m.order_number, m.message)), lower(${text})) > 0`,
  sorts: { received: { by: sql`m.received_at`, type: 'timestamptz' } },
  inStores: (stores) => sql`m.store = any(${stores}::text[])`,
}
