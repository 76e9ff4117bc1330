/** A member's returns (ROUTE-07): customer service registers them. Behind the account's gate like every page below it. */
import { gated } from '../../guards.server.ts'
import { links } from '../../links.ts'
import { useStore, useStrings } from '../../state/strings.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { AccountPart } from './account-part.tsx'

export const loader = gated({ guards: ['account'] }, () => null)

export default function ReturnsPage() {
  const t = useStrings()
  const { code } = useStore()
  return (
    <AccountPart title={t('account.returns')}>
      <EmptyState title={<h3>{t('account.no_returns')}</h3>} text={t('account.no_returns_text')}>
        <ButtonLink href={links.page(code, 'returns-info')}>{t('return.rules')}</ButtonLink>
      </EmptyState>
    </AccountPart>
  )
}
