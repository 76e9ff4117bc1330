/** What the customer may pay with at the checkout, above the newest order; nothing where there is none. */
import type { StoreCreditEntry } from '../../../contract/store-credit.ts'
import { formatMoney, toMinor } from '../../../domain/money/money.ts'
import { stores, type StoreCode } from '../../../domain/stores/stores.ts'
import { Notice } from '../../../ui/notice.tsx'
import { useStrings } from '../../../ui/strings.tsx'
import styles from './store-credit.module.css'
import { useAccountList } from './use-account-list.ts'

type ListedCredit = StoreCreditEntry & { store: StoreCode }

export function StoreCredit() {
  const t = useStrings()
  const credit = useAccountList<ListedCredit>('store-credit')
  // The page is as useful without it.
  if (credit.state !== 'there' || credit.items.length === 0) return null
  return (
    <section className={styles.credit} aria-labelledby="store-credit">
      <h3 id="store-credit">{t('account.credit')}</h3>
      <ul>
        {credit.items.map(({ store, balance }) => (
          <li key={store}>
            <strong>{formatMoney(toMinor(balance), stores[store])}</strong>
            {credit.items.length > 1 && ` · ${stores[store].country}`}
          </li>
        ))}
      </ul>
      <p>{t('account.credit_text')}</p>
    </section>
  )
}

/** What is lost with the account, said before it is deleted; nothing where there is none. */
export function CreditLost() {
  const t = useStrings()
  const credit = useAccountList<ListedCredit>('store-credit')
  if (credit.state !== 'there' || credit.items.length === 0) return null
  const amounts = credit.items.map(({ store, balance }) => {
    const amount = formatMoney(toMinor(balance), stores[store])
    return credit.items.length > 1 ? `${amount} (${stores[store].country})` : amount
  })
  return <Notice look="warning">{t('data.erase_credit', { credit: amounts.join(', ') })}</Notice>
}
