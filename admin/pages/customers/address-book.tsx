/** The addresses that a customer keeps for the checkout, by store: staff add, change and remove them. */
import { useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { apiPaths } from '../../paths.ts'
import { can, useSession } from '../../session.ts'
import { Card } from '../../shell/card.tsx'
import { ConfirmDialog } from '../../shell/confirm-dialog.tsx'
import { DialogButtons } from '../../shell/dialog.tsx'
import { Check, Select } from '../../shell/form.tsx'
import { useChange } from '../../shell/use-change.ts'
import { storeName } from '../../store-name.ts'
import { useTexts } from '../../texts.tsx'
import type { CustomerPageData } from './customer-cards.tsx'
import { FactsDialog, type FactFields } from './facts-dialog.tsx'
import styles from '../orders/order.module.css'

type Address = CustomerPageData['addresses'][number]
type AddressFacts = Omit<Address, 'id' | 'store'>

const fields: FactFields<AddressFacts> = [
  ['firstName', 'address.first_name'],
  ['lastName', 'address.last_name'],
  ['company', 'address.company'],
  ['street', 'address.street'],
  ['postalCode', 'address.postal_code'],
  ['city', 'address.city'],
]

/** Where nobody has chosen yet, an address is the default. */
const emptyAddress: AddressFacts = {
  kind: 'delivery',
  isDefault: true,
  firstName: '',
  lastName: '',
  company: '',
  street: '',
  postalCode: '',
  city: '',
}

/** Null: no dialog is open. */
type Open = { edit: Address | null } | { remove: Address } | null

export function AddressBook({ customer }: { customer: CustomerPageData }) {
  const { t } = useTexts()
  const session = useSession()
  const [open, setOpen] = useState<Open>(null)
  const { addresses } = customer
  // As in the API: the store of the account, and that of the address.
  const mayEdit = (store: string) =>
    can(session, 'customer:edit', customer.store) && can(session, 'customer:edit', store)
  const close = () => setOpen(null)
  return (
    <Card
      title={t('customers.address_book')}
      actions={
        mayEdit(customer.store) && (
          <Button size="small" onClick={() => setOpen({ edit: null })}>
            {t('customers.add_address')}
          </Button>
        )
      }
    >
      {addresses.length === 0 && <p>{t('customers.no_addresses')}</p>}
      <ul className={styles.entries}>
        {addresses.map((address) => (
          <li key={address.id}>
            <b>{t(`customers.address_${address.kind}`)}</b>{' '}
            <span className={styles.soft}>
              {[storeName(address.store), address.isDefault && t('customers.address_default')]
                .filter(Boolean)
                .join(', ')}
            </span>
            <p>{linesOf(address).join(', ')}</p>
            {mayEdit(address.store) && (
              <DialogButtons>
                <Button
                  size="small"
                  aria-label={t('customers.edit_named', { name: linesOf(address).join(', ') })}
                  onClick={() => setOpen({ edit: address })}
                >
                  {t('customers.edit')}
                </Button>
                <Button
                  size="small"
                  aria-label={t('views.remove', { name: linesOf(address).join(', ') })}
                  onClick={() => setOpen({ remove: address })}
                >
                  {t('remove')}
                </Button>
              </DialogButtons>
            )}
          </li>
        ))}
      </ul>
      {open !== null && 'edit' in open && (
        <AddressDialog customer={customer} address={open.edit} onClose={close} />
      )}
      {open !== null && 'remove' in open && (
        <RemoveDialog customer={customer} address={open.remove} onClose={close} />
      )}
    </Card>
  )
}

/** `Bo Ek`, `Verkstan AB`, `Hamngatan 9`, `11147 Stockholm`. */
const linesOf = ({ firstName: first, lastName: last, ...address }: Address): string[] =>
  [
    `${first} ${last}`.trim(),
    address.company,
    address.street,
    `${address.postalCode} ${address.city}`.trim(),
  ].filter((line) => line !== '')

function AddressDialog({
  customer,
  address,
  onClose,
}: {
  customer: CustomerPageData
  /** Null: a new one. */
  address: Address | null
  onClose: () => void
}) {
  const { t } = useTexts()
  const session = useSession()
  const stores = session.stores.filter(({ code }) => can(session, 'customer:edit', code))
  const [store, setStore] = useState(address?.store ?? customer.store)
  const stored: AddressFacts =
    address === null
      ? { ...emptyAddress, firstName: customer.profile.firstName, lastName: customer.profile.lastName }
      : factsOf(address)
  return (
    <FactsDialog<AddressFacts>
      title={t(address === null ? 'customers.add_address' : 'customers.edit_address')}
      description={t('customers.explain_address')}
      fields={fields}
      stored={stored}
      method={address === null ? 'POST' : 'PUT'}
      path={apiPaths.customerAddresses(customer.id)}
      done={t('customers.edited')}
      bodyOf={(wanted, expected) =>
        address === null
          ? { store, address: wanted }
          : { store, address: wanted, expected: { ...expected, id: address.id } }
      }
      onClose={onClose}
    >
      {({ kind, isDefault }, change) => (
        <>
          {address === null && stores.length > 1 && (
            <Select
              label={t('orders.store')}
              value={store}
              options={stores.map(({ code, name }) => ({ value: code, label: name }))}
              onChange={setStore}
            />
          )}
          <Select
            label={t('customers.address_kind')}
            value={kind}
            options={(['delivery', 'invoice'] as const).map((value) => ({
              value,
              label: t(`customers.address_${value}`),
            }))}
            onChange={(value) => change({ kind: value === 'invoice' ? 'invoice' : 'delivery' })}
          />
          <Check
            label={t('customers.is_default')}
            checked={isDefault}
            onChange={({ target }) => change({ isDefault: target.checked })}
          />
        </>
      )}
    </FactsDialog>
  )
}

const factsOf = ({ id: _id, store: _store, ...facts }: Address): AddressFacts => facts

function RemoveDialog({
  customer,
  address,
  onClose,
}: {
  customer: CustomerPageData
  address: Address
  onClose: () => void
}) {
  const { t } = useTexts()
  const change = useChange('DELETE', apiPaths.customerAddresses(customer.id), {
    done: t('customers.edited'),
  })
  return (
    <ConfirmDialog
      title={t('customers.remove_address')}
      description={linesOf(address).join(', ')}
      action={t('remove')}
      change={change}
      body={{ store: address.store, expected: { ...factsOf(address), id: address.id } }}
      onClose={onClose}
    />
  )
}
