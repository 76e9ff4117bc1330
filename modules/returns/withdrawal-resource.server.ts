/** Withdrawals as staff find them and decide on them. */
import { sql } from 'kysely'
import {
  day,
  defineResource,
  id,
  moment,
  order,
  store,
  text,
  units,
} from '../../domain/resources/resource.server.ts'
import { dayAfter } from '../../domain/stores/store-day.ts'

/** Days before the legal end of a refund at which it is listed as due. */
const dueWithinDays = 3

export const withdrawalResource = defineResource({
  name: 'withdrawals',
  section: { after: '/returns', icon: 'alarm', keys: 'g w' },
  permission: 'return:read',
  auditObject: 'withdrawal',
  source: sql`withdrawal w left join orders o on o.id = w.order_id`,
  key: 'id',
  defaultSort: 'due',
  isPersonal: true,
  hasIntro: false,
  rowPage: 'none',
  todoGroup: 'todo.returns',
  fields: {
    id: id(sql`w.id`, { shown: 'never' }),
    // The last day by law.
    refundDueOn: day(sql`w.refund_due_on`, {
      sort: 'due',
      // Closed ones have no deadline any more: they come after those that have, 100,000 days later.
      sortedBy: sql`w.refund_due_on + case when w.done_at is null then 0 else 100000 end`,
      filter: 'due',
    }),
    name: text(sql`w.name`),
    // That was found; null: none.
    order: order(sql`o.number`, { isNullable: true }),
    // As the buyer wrote it.
    orderNumber: text(sql`w.order_number`, { shown: 'never' }),
    declaredAt: moment(sql`w.declared_at`, { sort: 'declared' }),
    goodsBackAt: moment(sql`w.goods_back_at`, { isNullable: true }),
    store: store(sql`w.store`, { filter: true }),
    // The chosen units.
    items: units(sql`w.items`, { shown: 'chosen' }),
    // In the buyer's words; with `items` empty too: the whole order.
    goods: text(sql`w.goods`, { shown: 'chosen' }),
    email: text(sql`w.email`, { shown: 'chosen' }),
    // When staff closed or rejected it.
    doneAt: moment(sql`w.done_at`, { isNullable: true, shown: 'chosen' }),
    // As the mail to the buyer says.
    rejection: text(sql`w.rejection`, { isNullable: true, shown: 'chosen' }),
  },
  filters: {
    open: {
      kind: 'flag',
      condition: (isOpen) => (isOpen ? sql`w.done_at is null` : sql`w.done_at is not null`),
    },
    // Whether an order with that number and e-mail was found.
    matched: {
      kind: 'flag',
      condition: (isMatched) => (isMatched ? sql`w.order_id is not null` : sql`w.order_id is null`),
    },
  },
  search: (words) =>
    sql`strpos(lower(w.name || ' ' || w.email || ' ' || w.order_number), lower(${words})) > 0`,
  todo: {
    withdrawals_overdue: {
      query: (today) => `filter.open=yes&filter.due=..${dayAfter(today, -1)}`,
      isUrgent: true,
    },
    withdrawals_due: {
      query: (today) => `filter.open=yes&filter.due=..${dayAfter(today, dueWithinDays)}`,
      isUrgent: true,
    },
    withdrawals_unmatched: { query: () => 'filter.open=yes&filter.matched=no' },
    withdrawals_open: { query: () => 'filter.open=yes' },
  },
})
