/** On the page of an order: its returns and withdrawals beside its refunds, and the refund that a withdrawal leads to. */
import type { RefundPart } from '../../../admin/pages/orders/refund-parts.ts'
import { paths } from '../../../admin/paths.ts'
import { lastShown } from '../../../admin/shell/shown-addresses.ts'
import styles from '../../../admin/pages/orders/order.module.css'

export const entries: RefundPart['entries'] = ({ returns, withdrawals }, { t, date, dateTime }) => [
  ...returns.map((one) => (
    <li key={`return ${one.id}`}>
      <b>{t('returns.entry', { id: one.id })}</b>{' '}
      <span className={styles.soft}>{t(`returns.status_${one.status}`)}</span>
      <div>{one.items.map(({ sku, quantity }) => `${quantity} × ${sku}`).join(', ')}</div>
    </li>
  )),
  ...withdrawals.map((one) => (
    <li key={`withdrawal ${one.id}`}>
      <b>{t('order.withdrawal')}</b> <span className={styles.soft}>{dateTime(one.declaredAt)}</span>
      <div>{one.items.map(({ sku, quantity }) => `${quantity} × ${sku}`).join(', ')}</div>
      {one.doneAt === null && <div>{t('order.refund_due', { date: date(one.refundDueOn) })}</div>}
      {one.rejection !== null && <div>{t('order.rejected', { reason: one.rejection })}</div>}
    </li>
  )),
]

/** A refund that was begun from the table of withdrawals leads back to it: the withdrawal is closed next. */
export const causeOf: RefundPart['causeOf'] = ({ withdrawals }, search, { t }) => {
  const withdrawal = withdrawals.find(({ id }) => String(id) === search.get('withdrawal'))
  if (withdrawal === undefined) return null
  const { id, items, goods } = withdrawal
  return {
    items,
    isWhole: items.length === 0 && goods === '',
    note: goods === '' ? null : t('refund.withdrawn', { goods }),
    request: { withdrawal: id },
    backTo: lastShown(paths.resource('withdrawals')),
  }
}
