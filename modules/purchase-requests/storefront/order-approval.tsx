/** Asking a colleague in the checkout, in place of an order that is above the buyer's limit. */
import { links } from '../../../app/links.ts'
import type { OrderApproval } from '../../../app/pages/checkout/order-approval.ts'
import { callApi } from '../../../app/state/api-client.ts'
import type { CheckoutView } from '../../../contract/checkout.ts'
import { formatMoney, toMinor } from '../../../domain/money/money.ts'
import { Notice } from '../../../ui/notice.tsx'
import { useStore, useStrings } from '../../../ui/strings.tsx'
import type { PurchaseRequestAnswer } from '../contract.ts'

export const orderApproval: OrderApproval = {
  button: 'checkout.approval_button',
  Note: ApprovalNote,
  ask: (store, checkoutId, body) =>
    callApi<PurchaseRequestAnswer>(store, `checkout/${checkoutId}/request-approval`, {
      method: 'POST',
      body,
    }),
  pageAfter: (store) => links.account(store, 'company'),
}

function ApprovalNote({ view }: { view: CheckoutView }) {
  const t = useStrings()
  const store = useStore()
  const limit = view.company?.approval_above ?? 0
  return (
    <Notice look="info">
      {t('checkout.approval', {
        total: formatMoney(toMinor(view.total), store),
        above: formatMoney(toMinor(view.total - limit), store),
        limit: formatMoney(toMinor(limit), store),
      })}
    </Notice>
  )
}
