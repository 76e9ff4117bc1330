/** What the audit keeps of a saved view of a table, in words: its table, and the names of its parameters. Pure. */
import { modules } from '../../modules/modules.ts'
import type { AdminKey, Translate } from '../texts.tsx'
import type { ListWords } from './resource-words.ts'

const parameters: Readonly<Record<string, AdminKey>> = {
  columns: 'import.columns',
  density: 'table.display',
  q: 'command.search',
  sort: 'change.sorting',
}

/** Filter → its label on its page. Those of declared lists are their own, where the person may read them. */
const filters: Readonly<Record<string, AdminKey>> = {
  account: 'orders.account',
  customer_type: 'orders.customer_type',
  email: 'orders.email',
  field: 'section.custom-fields',
  kind: 'audit.filter_kind',
  leaves_today: 'orders.leaves_today',
  mail_failed: 'orders.mail_failed',
  mentioned: 'orders.mentioned',
  missed_cut_offs: 'orders.missed_cut_offs',
  object: 'audit.filter_object',
  payment: 'orders.payment',
  payment_problem: 'orders.payment_problem',
  payment_status: 'orders.payment_status',
  placed: 'orders.placed',
  refund_requested: 'orders.refund_requested',
  shipped: 'orders.shipped',
  sku: 'orders.sku',
  status: 'orders.status',
  store: 'orders.store',
  waiting_days: 'orders.waiting_days',
}

/** Those of declared lists of the kernel and of modules, for people who may read the audit and not the list. */
const declaredFilters: Readonly<Record<string, AdminKey>> = Object.assign(
  {},
  ...modules.map(({ auditFilters }) => auditFilters),
  {
    below: 'stock.filter_below',
    created: 'customers.createdAt',
    incoming: 'stock.filter_incoming',
    state: 'coupons.state',
    type: 'customers.type',
  } satisfies Record<string, AdminKey>,
)

/** The title of a table's page. */
export const tableText = (t: Translate, table: string): string => t(`section.${table}` as AdminKey)

/** `filter.email` → "Email": a parameter of a view's address. Null: an unknown one. */
export function viewParameterText(
  t: Translate,
  name: string,
  lists: Pick<ListWords, 'filter'>,
): string | null {
  const filter = name.startsWith('filter.') ? name.slice('filter.'.length) : null
  const key = filter === null ? parameters[name] : filters[filter]
  if (key !== undefined) return t(key)
  if (filter === null) return null
  const declared = declaredFilters[filter]
  return lists.filter(filter) ?? (declared === undefined ? null : t(declared))
}
