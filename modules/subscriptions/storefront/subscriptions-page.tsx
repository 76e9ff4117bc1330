/** A member's subscriptions (ROUTE-08, SUBS-03, SUBS-04). Behind the account's guard like every page below it. */
import { useState } from 'react'
import type { SubscriptionView } from '../contract.ts'
import { gated } from '../../../app/guards.server.ts'
import { links } from '../../../app/links.ts'
import { useStore, useStrings } from '../../../ui/strings.tsx'
import { ButtonLink } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { AccountFailure } from '../../../app/pages/account/account-failure.tsx'
import { AccountPart } from '../../../app/pages/account/account-part.tsx'
import { SubscriptionCard, type ShownSubscription } from './subscription-card.tsx'
import { useAccountList } from '../../../app/pages/account/use-account-list.ts'
import styles from './subscriptions-page.module.css'

export const loader = gated({ guards: ['account'] }, () => null)

export default function SubscriptionsPage() {
  const t = useStrings()
  return (
    <AccountPart title={t('account.subscriptions')}>
      <Subscriptions />
    </AccountPart>
  )
}

function Subscriptions() {
  const t = useStrings()
  const { code } = useStore()
  const list = useAccountList<ShownSubscription>('subscriptions')
  /** What the changes of this visit have answered, by number. */
  const [changed, setChanged] = useState<Readonly<Record<string, SubscriptionView>>>({})
  if (list.state === 'loading') return <p role="status">{t('account.loading')}</p>
  if (list.state === 'failed') return <AccountFailure status={list.status} retry={list.retry} />
  if (list.items.length === 0) {
    return (
      <EmptyState title={<h3>{t('account.no_subscriptions')}</h3>} text={t('account.no_subscriptions_text')}>
        <ButtonLink href={links.home(code)}>{t('confirmation.shop_on')}</ButtonLink>
      </EmptyState>
    )
  }
  return (
    <ul className={styles.subscriptions}>
      {list.items.map((item) => (
        <li key={item.id}>
          <SubscriptionCard
            subscription={{ ...item, ...changed[item.id], store: item.store }}
            onChange={(answer) => setChanged((before) => ({ ...before, [answer.id]: answer }))}
          />
        </li>
      ))}
    </ul>
  )
}
