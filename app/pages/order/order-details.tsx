/** An order as its buyer sees it later (ORDER-02), from the snapshot taken when it was placed. */
import { withdrawalPath } from '../../../domain/stores/paths.ts'
import { links } from '../../links.ts'
import { orderLinks } from '../../order-links.ts'
import { useStore, useStrings } from '../../../ui/strings.tsx'
import { ButtonLink } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { ReceiptDeliveries } from '../checkout/receipt-deliveries.tsx'
import { ReceiptRefunds } from '../checkout/receipt-refunds.tsx'
import { Destination, PrintedHead, ReceiptLines } from '../checkout/receipt-view.tsx'
import { BuyAgainButton } from './buy-again-button.tsx'
import type { StringKey } from '../../../locales/texts.server.ts'
import type { Receipt } from '../checkout/receipt.ts'
import styles from '../checkout/receipt.module.css'

/** What the order's return page offers. */
export interface OfferedReturns {
  /** What the link to it says; null: it offers nothing. */
  label: Extract<StringKey, 'order.return' | 'return.registered' | 'deposit.title'> | null
  /** From when or until when something may be returned, where it is not now; a sentence. */
  note: string | null
}

export interface OrderWithdrawal {
  /** The goods that the buyer has withdrawn from, as a sentence; null: none. */
  withdrawn: string | null
  /** Until when the rest may be withdrawn from, as a sentence; null: not any more, or not by a company. */
  period: string | null
  /** Whether the buyer has withdrawn from all of it. */
  isWhole: boolean
}

interface OrderDetailsProps {
  receipt: Receipt
  /** Date of the order as text. */
  placedOn: string
  withdrawal: OrderWithdrawal
  returns: OfferedReturns
  /** Whether the viewer is an account, which has an order list. */
  isAccount: boolean
}

export function OrderDetails({ receipt, placedOn, withdrawal, returns, isAccount }: OrderDetailsProps) {
  const t = useStrings()
  const { code } = useStore()
  const { number, status } = receipt
  const returnPage = isAccount
    ? links.account(code, `orders/return/${number}`)
    : orderLinks.myOrderReturn(code, number)
  return (
    <main className="wrap">
      <article className={styles.receipt}>
        <PrintedHead receipt={receipt} />
        <header>
          <h1>{t('order.title_number', { number })}</h1>
          <p className={styles.text}>{t('order.placed', { day: placedOn })}</p>
          <p className={styles.number} data-order-status={status}>
            {t(`order_status.${status}`)}
          </p>
        </header>
        {status === 'confirming' && <Notice>{t('confirmation.confirming')}</Notice>}
        {withdrawal.withdrawn !== null && <Notice>{withdrawal.withdrawn}</Notice>}
        <Destination receipt={receipt} />
        <ReceiptDeliveries {...receipt} coming={withdrawal.isWhole ? [] : receipt.coming} />
        <ReceiptLines receipt={receipt} />
        {receipt.refunds.length > 0 && <ReceiptRefunds refunds={receipt.refunds} />}
        {withdrawal.period !== null && (
          <p className={styles.text}>
            {withdrawal.period} <a href={links.page(code, withdrawalPath)}>{t('withdraw.title')}</a>
          </p>
        )}
        {returns.note !== null && !withdrawal.isWhole && <p className={styles.text}>{returns.note}</p>}
        <p className={styles.actions}>
          <ButtonLink href={orderLinks.trackOrder(code, number)}>{t('order.track')}</ButtonLink>
          <BuyAgainButton
            lines={receipt.lines
              .filter(({ kind }) => kind === 'goods')
              .map(({ sku, name, quantity }) => ({ sku, name, quantity }))}
          />
          {returns.label !== null && <ButtonLink href={returnPage}>{t(returns.label)}</ButtonLink>}
          {isAccount && <ButtonLink href={links.accountOrders(code)}>{t('order.all')}</ButtonLink>}
        </p>
      </article>
    </main>
  )
}
