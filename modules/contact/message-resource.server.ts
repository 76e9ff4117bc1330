/** Messages of the contact form as staff find them; each has a page of its own. */
import { sql } from 'kysely'
import {
  choice,
  defineResource,
  integer,
  moment,
  store,
  text,
  type Tone,
} from '../../domain/resources/resource.server.ts'
import type { ContactStatus, ContactTopic } from './contact-message.ts'

const statuses = { open: 'warning', answered: 'good', closed: 'neutral' } satisfies Record<
  ContactStatus,
  Tone
>
const topics = {
  order: 'neutral',
  product: 'neutral',
  return: 'neutral',
  business: 'neutral',
  other: 'neutral',
} satisfies Record<ContactTopic, Tone>

export const messageResource = defineResource({
  name: 'messages',
  section: { after: '/orders', icon: 'call', keys: 'g n' },
  permission: 'message:read',
  auditObject: 'contact_message',
  source: sql`contact_message m`,
  key: 'reference',
  defaultSort: '-received',
  isPersonal: true,
  hasIntro: false,
  rowPage: 'own',
  hasTodoGroup: true,
  fields: {
    // K-7Q2M-94XD
    reference: text(sql`m.reference`),
    receivedAt: moment(sql`m.received_at`, { sort: 'received', filter: 'received' }),
    status: choice(sql`m.status`, statuses, { filter: true, isState: true }),
    topic: choice(sql`m.topic`, topics, { filter: true }),
    name: text(sql`m.name`),
    // The first 200 characters, on one line.
    beginning: text(sql`left(regexp_replace(m.message, '[[:space:]]+', ' ', 'g'), 200)`, { isCut: true }),
    photos: integer(sql`(select count(*)::integer from contact_photo p where p.message_id = m.id)`, {
      isBlankAtZero: true,
    }),
    store: store(sql`m.store`, { filter: true }),
    email: text(sql`m.email`, { shown: 'chosen' }),
    // As the sender wrote it; may be empty.
    orderNumber: text(sql`m.order_number`, { shown: 'chosen' }),
  },
  search: (words) =>
    sql`strpos(lower(concat_ws(' ', m.reference, m.name, m.email, m.order_number, m.message)), lower(${words})) > 0`,
  todo: { messages_open: { query: () => 'filter.status=open' } },
})
