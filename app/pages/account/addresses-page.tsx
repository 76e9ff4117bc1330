/** The customer's address book. Behind the account's guard like every page below it. */
import { useState } from 'react'
import type { AddressEntry } from '../../../contract/addresses.ts'
import { postalCodeText } from '../../../domain/stores/postal-code.ts'
import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { useStore, useStrings } from '../../../ui/strings.tsx'
import { gated } from '../../guards.server.ts'
import { callAccount } from '../../state/auth.ts'
import { AccountFailure } from './account-failure.tsx'
import { AccountPart } from './account-part.tsx'
import { BookAddressForm } from './book-address-form.tsx'
import { useAccountList } from './use-account-list.ts'
import styles from './security.module.css'

export const loader = gated({ guards: ['account'] }, () => null)

const kinds = ['delivery', 'invoice'] as const

export default function AddressesPage() {
  const t = useStrings()
  const [version, setVersion] = useState(0)
  return (
    <AccountPart title={t('address.title')}>
      <p>{t('address.text')}</p>
      <AddressBook key={version} changed={() => setVersion(version + 1)} />
    </AccountPart>
  )
}

/** `changed`: the list has to be read again. */
function AddressBook({ changed }: { changed: () => void }) {
  const t = useStrings()
  const book = useAccountList<AddressEntry>('auth/addresses')
  /** The address being edited, a kind for a new one. */
  const [open, setOpen] = useState<AddressEntry | AddressEntry['kind'] | null>(null)
  if (book.state === 'loading') return <p role="status">{t('account.loading')}</p>
  if (book.state === 'failed') return <AccountFailure status={book.status} retry={book.retry} />
  return (
    <div className={styles.parts}>
      {kinds.map((kind) => {
        const addresses = book.items.filter((address) => address.kind === kind)
        const isOpen = open === kind || (open !== null && typeof open === 'object' && open.kind === kind)
        return (
          <section key={kind} className={styles.part}>
            <h3>{t(`address.${kind}`)}</h3>
            {addresses.length === 0 && <p>{t('address.none')}</p>}
            <ul className={styles.list}>
              {addresses.map((address) => (
                <AddressRow
                  key={address.id}
                  address={address}
                  edit={() => setOpen(address)}
                  changed={changed}
                />
              ))}
            </ul>
            {isOpen ? (
              <BookAddressForm
                kind={kind}
                address={typeof open === 'object' ? open : null}
                isFirst={addresses.length === 0}
                saved={changed}
                cancel={() => setOpen(null)}
              />
            ) : (
              <div>
                <Button onClick={() => setOpen(kind)}>{t('address.add')}</Button>
              </div>
            )}
          </section>
        )
      })}
    </div>
  )
}

interface AddressRowProps {
  address: AddressEntry
  edit: () => void
  changed: () => void
}

function AddressRow({ address, edit, changed }: AddressRowProps) {
  const t = useStrings()
  const store = useStore()
  const [failed, setFailed] = useState(false)
  const { id, firstName, lastName, companyName, address: street, postalCode, city, isDefault } = address
  const name = [companyName, `${firstName} ${lastName}`].filter(Boolean).join(', ')
  async function remove() {
    const answer = await callAccount(store, `auth/addresses/${id}`, { method: 'DELETE' })
    if (answer.ok || answer.status === 404) return changed()
    setFailed(true)
  }
  return (
    <li>
      <span className={styles.what}>
        <strong>
          {name}
          {isDefault && ` (${t('address.default')})`}
        </strong>
        <span className={styles.note}>
          {street}, {postalCodeText(postalCode, store)} {city}
        </span>
      </span>
      <span className={styles.rename}>
        <Button size="small" onClick={edit} aria-label={`${t('address.edit')}: ${street}`}>
          {t('address.edit')}
        </Button>
        <Button size="small" onClick={remove} aria-label={`${t('security.remove')}: ${street}`}>
          {t('security.remove')}
        </Button>
      </span>
      {failed && (
        <Notice look="danger" role="alert">
          {t('security.failed')}
        </Notice>
      )}
    </li>
  )
}
