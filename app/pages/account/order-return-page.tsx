/** Return of a member's order (ROUTE-10): which one, then whom to ask. Behind the account's gate. */
import { gated, orderNumberInAddress } from '../../guards.server.ts'
import { links } from '../../links.ts'
import { useStore, useStrings } from '../../state/strings.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { AccountPart } from './account-part.tsx'
import { OrderList } from './order-list.tsx'
import type { Route } from './+types/order-return-page'

export const loader = gated(
  { guards: ['account'], validate: orderNumberInAddress },
  ({ params }: Route.LoaderArgs) => ({ number: params.id ?? null }),
)

export default function OrderReturnPage({ loaderData: { number } }: Route.ComponentProps) {
  const t = useStrings()
  const { code } = useStore()
  if (number === null) {
    return (
      <AccountPart title={t('return.title_any')}>
        <p>{t('account.choose_order')}</p>
        <OrderList linkOf={({ store, id }) => links.account(store, `orders/return/${id}`)} />
      </AccountPart>
    )
  }
  return (
    <AccountPart title={t('return.title', { number })}>
      <p>{t('return.soon')}</p>
      <p>
        <ButtonLink href={links.page(code, 'returns-info')}>{t('return.rules')}</ButtonLink>
      </p>
    </AccountPart>
  )
}
