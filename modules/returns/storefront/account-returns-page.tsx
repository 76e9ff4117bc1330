/**
 * A member's returns, newest first (ROUTE-07, RETURN-05). Behind the account's guard like every page below
 * it.
 */
import type { ReturnEntry } from '../contract.ts'
import { gated } from '../../../app/guards.server.ts'
import { links } from '../../../app/links.ts'
import { isStoreCode } from '../../../domain/stores/stores.ts'
import { useStore, useStrings } from '../../../ui/strings.tsx'
import { ButtonLink } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { ReturnList } from './parts/return-list.tsx'
import { AccountFailure } from '../../../app/pages/account/account-failure.tsx'
import { AccountPart } from '../../../app/pages/account/account-part.tsx'
import { useAccountList } from '../../../app/pages/account/use-account-list.ts'

export const loader = gated({ guards: ['account'] }, () => null)

export default function ReturnsPage() {
  const t = useStrings()
  return (
    <AccountPart title={t('account.returns')}>
      <Returns />
    </AccountPart>
  )
}

function Returns() {
  const t = useStrings()
  const { code, iso, timeZone } = useStore()
  const returns = useAccountList<ReturnEntry>('returns')
  const start = (
    <ButtonLink look="main" href={links.account(code, 'orders/return')}>
      {t('return.start')}
    </ButtonLink>
  )
  if (returns.state === 'loading') return <p role="status">{t('account.loading')}</p>
  if (returns.state === 'failed') return <AccountFailure status={returns.status} retry={returns.retry} />
  if (returns.items.length === 0) {
    return (
      <EmptyState title={<h3>{t('account.no_returns')}</h3>} text={t('account.no_returns_text')}>
        {start}
        <ButtonLink href={links.page(code, 'returns-info')}>{t('return.rules')}</ButtonLink>
      </EmptyState>
    )
  }
  const day = new Intl.DateTimeFormat(iso, { dateStyle: 'medium', timeZone })
  return (
    <>
      <ReturnList
        returns={returns.items.map(
          ({ registered_at, label_url, order_id, store, exchange_order, ...rest }) => ({
            ...rest,
            day: day.format(new Date(registered_at)),
            labelUrl: label_url,
            amount: null,
            exchangeOrder:
              exchange_order === null || !isStoreCode(store)
                ? null
                : { number: exchange_order, href: links.myOrder(store, exchange_order) },
            parcel: null,
            ...(isStoreCode(store) && { link: links.account(store, `orders/return/${order_id}`) }),
          }),
        )}
      />
      <p>{start}</p>
    </>
  )
}
