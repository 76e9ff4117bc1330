/**
 * A member's subscriptions (ROUTE-08): not offered yet. Behind the account's guard like every page below it.
 */
import { gated } from '../../guards.server.ts'
import { links } from '../../links.ts'
import { useStore, useStrings } from '../../../ui/strings.tsx'
import { ButtonLink } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { AccountPart } from './account-part.tsx'

export const loader = gated({ guards: ['account'] }, () => null)

export default function SubscriptionsPage() {
  const t = useStrings()
  const { code } = useStore()
  return (
    <AccountPart title={t('account.subscriptions')}>
      <EmptyState title={<h3>{t('account.no_subscriptions')}</h3>} text={t('account.no_subscriptions_text')}>
        <ButtonLink href={links.home(code)}>{t('confirmation.shop_on')}</ButtonLink>
      </EmptyState>
    </AccountPart>
  )
}
