/** Returns as staff find them; each has a page of its own. */
import { sql } from 'kysely'
import { orderMatches } from '../../domain/orders/order-table.server.ts'
import {
  choice,
  choices,
  defineResource,
  integer,
  moment,
  order,
  store,
  text,
  type Tone,
} from '../../domain/resources/resource.server.ts'
import { returnTones } from './return-tones.ts'
import { returnReasons, type ReturnReason } from './return.ts'

const reasons = Object.fromEntries(returnReasons.map((reason) => [reason, 'neutral'])) as Record<
  ReturnReason,
  Tone
>

export const returnResource = defineResource({
  name: 'returns',
  section: { after: '/orders', icon: 'return', keys: 'g r' },
  permission: 'return:read',
  // Entries about a return are entries about its order.
  auditObject: 'order',
  source: sql`order_return r join orders o on o.id = r.order_id`,
  key: 'id',
  defaultSort: '-registered',
  isPersonal: true,
  hasIntro: false,
  rowPage: 'own',
  todoGroup: 'todo.returns',
  fields: {
    // S100001-R1
    id: text(sql`o.number || '-R' || r.number`),
    registeredAt: moment(sql`r.registered_at`, { sort: 'registered', filter: 'registered' }),
    buyer: text(sql`coalesce(nullif(o.snapshot #>> '{customer,companyName}', ''),
      trim(concat_ws(' ', o.snapshot #>> '{customer,firstName}', o.snapshot #>> '{customer,lastName}')))`),
    status: choice(sql`r.status`, returnTones, { filter: true, isState: true }),
    units: integer(
      sql`(select coalesce(sum(l.quantity), 0)::integer from order_return_line l where l.return_id = r.id)`,
    ),
    store: store(sql`o.store`, { filter: true }),
    order: order(sql`o.number`, { filter: true, shown: 'chosen' }),
    // Of its lines, each once.
    reasons: choices(
      sql`array(select distinct l.reason from order_return_line l where l.return_id = r.id order by 1)`,
      reasons,
      { words: 'returns.reason_', shown: 'chosen' },
    ),
  },
  search: orderMatches,
  todo: {
    returns_to_receive: { query: () => 'filter.status=sent' },
    returns_to_inspect: { query: () => 'filter.status=received' },
    returns_to_decide: { query: () => 'filter.status=inspected' },
  },
})
