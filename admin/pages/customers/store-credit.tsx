/** The store credit of a customer: what is left in each store, what moved it, and giving or taking some by hand. */
import { useState } from 'react'
import { Link } from 'react-router'
import { Button } from '../../../ui/button.tsx'
import { apiPaths, paths } from '../../paths.ts'
import { readAmount } from '../../pricing/typed-amount.ts'
import { can, useSession } from '../../session.ts'
import { Card } from '../../shell/card.tsx'
import { ConfirmDialog } from '../../shell/confirm-dialog.tsx'
import { Field, Select } from '../../shell/form.tsx'
import { useChange } from '../../shell/use-change.ts'
import { storeName } from '../../store-name.ts'
import { useTexts, type Words } from '../../texts.tsx'
import type { CustomerPageData } from './customer-cards.tsx'
import styles from '../orders/order.module.css'

/** `1 250 kr (Sverige), 20 € (Tyskland)`; null: nothing is left anywhere. */
export function creditText(
  { storeCredit }: Pick<CustomerPageData, 'storeCredit'>,
  { money }: Pick<Words, 'money'>,
): string | null {
  const left = storeCredit.filter(({ balance }) => balance > 0)
  return left.length === 0
    ? null
    : left
        .map(({ store, balance, currency }) => `${money(balance, currency)} (${storeName(store)})`)
        .join(', ')
}

export function CustomerCredit({ customer }: { customer: CustomerPageData }) {
  const { t, money, date } = useTexts()
  const session = useSession()
  const [isOpen, setOpen] = useState(false)
  // As in the API: the store of the account, and that of the credit.
  const stores = can(session, 'order:refund', customer.store)
    ? session.stores.filter(({ code }) => can(session, 'order:refund', code))
    : []
  const { storeCredit } = customer
  if (storeCredit.length === 0 && stores.length === 0) return null
  return (
    <Card
      title={t('customers.credit')}
      actions={
        stores.length > 0 && (
          <Button size="small" onClick={() => setOpen(true)}>
            {t('customers.change_credit')}
          </Button>
        )
      }
    >
      {storeCredit.length === 0 && <p>{t('customers.no_credit')}</p>}
      {storeCredit.map(({ store, balance, currency, movements }) => (
        <section key={store} aria-label={storeName(store)}>
          <p>
            <b>{money(balance, currency)}</b> <span className={styles.soft}>{storeName(store)}</span>
          </p>
          <ul className={styles.entries}>
            {movements.map(({ kind, amount, order, at }) => (
              <li key={`${at} ${kind} ${amount}`}>
                {date(at)}, {t(`customers.credit_${kind}`)}: {money(amount, currency)}
                {order !== null && (
                  <>
                    {' '}
                    <Link to={paths.order(order)}>{order}</Link>
                  </>
                )}
              </li>
            ))}
          </ul>
        </section>
      ))}
      {isOpen && (
        <ChangeCredit
          customer={customer}
          stores={stores.map(({ code }) => code)}
          onClose={() => setOpen(false)}
        />
      )}
    </Card>
  )
}

function ChangeCredit({
  customer,
  stores,
  onClose,
}: {
  customer: CustomerPageData
  stores: readonly string[]
  onClose: () => void
}) {
  const { t } = useTexts()
  const [store, setStore] = useState(stores.includes(customer.store) ? customer.store : stores[0]!)
  const [kind, setKind] = useState<'give' | 'take'>('give')
  const [typed, setTyped] = useState('')
  const [reason, setReason] = useState('')
  // One dialog books once, however often its button is pressed.
  const [idempotencyKey] = useState(() => crypto.randomUUID())
  const change = useChange('POST', apiPaths.customerCredit(customer.id, store), {
    done: t('customers.credit_changed'),
  })
  const read = readAmount(typed)
  const amount = typeof read === 'number' && read > 0 ? read : null
  return (
    <ConfirmDialog
      title={t('customers.change_credit')}
      description={t('customers.explain_credit')}
      action={t(kind === 'give' ? 'customers.credit_give' : 'customers.credit_take')}
      change={change}
      body={{ change: kind, amount, reason: reason.trim(), idempotencyKey }}
      disabled={amount === null || reason.trim().length < 3}
      onClose={onClose}
    >
      {stores.length > 1 && (
        <Select
          label={t('orders.store')}
          value={store}
          options={stores.map((value) => ({ value, label: storeName(value) }))}
          onChange={setStore}
        />
      )}
      <Select
        label={t('customers.credit_change')}
        value={kind}
        options={[
          { value: 'give', label: t('customers.credit_give') },
          { value: 'take', label: t('customers.credit_take') },
        ]}
        onChange={(value) => setKind(value === 'take' ? 'take' : 'give')}
      />
      <Field
        label={t('order.amount')}
        inputMode="decimal"
        autoComplete="off"
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
      <Field
        label={t('order.reason')}
        hint={t('customers.credit_reason_hint')}
        maxLength={500}
        value={reason}
        onChange={({ target }) => setReason(target.value)}
      />
    </ConfirmDialog>
  )
}
