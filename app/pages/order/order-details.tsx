/** An order as its buyer sees it later (ORDER-02), from the snapshot taken when it was placed. */
import { links } from '../../links.ts'
import { orderLinks } from '../../order-links.ts'
import { useStore, useStrings } from '../../../ui/strings.tsx'
import { ButtonLink } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { ReceiptDeliveries } from '../checkout/receipt-deliveries.tsx'
import { ReceiptRefunds } from '../checkout/receipt-refunds.tsx'
import { Destination, PrintedHead, ReceiptLines } from '../checkout/receipt-view.tsx'
import { BuyAgainButton } from './buy-again-button.tsx'
import type { Receipt } from '../checkout/receipt.ts'
import type { ShownOfOrder } from './order-parts.server.ts'
import styles from '../checkout/receipt.module.css'

interface OrderDetailsProps {
  receipt: Receipt
  /** Date of the order as text. */
  placedOn: string
  /** What modules show of it. */
  ofModules: ShownOfOrder[]
  /** Whether the viewer is an account, which has an order list. */
  isAccount: boolean
}

export function OrderDetails({ receipt, placedOn, ofModules, isAccount }: OrderDetailsProps) {
  const t = useStrings()
  const { code } = useStore()
  const { number, status } = receipt
  const isOver = ofModules.some((part) => part.isOver)
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
        {ofModules.map(({ notice }) => notice !== null && <Notice key={notice}>{notice}</Notice>)}
        <Destination receipt={receipt} />
        <ReceiptDeliveries {...receipt} coming={isOver ? [] : receipt.coming} />
        <ReceiptLines receipt={receipt} />
        {receipt.refunds.length > 0 && <ReceiptRefunds refunds={receipt.refunds} />}
        {ofModules
          .flatMap(({ notes }) => notes)
          .map(({ text, link }) => (
            <p key={text} className={styles.text}>
              {text}
              {link && (
                <>
                  {' '}
                  <a href={link.href}>{link.label}</a>
                </>
              )}
            </p>
          ))}
        <p className={styles.actions}>
          <ButtonLink href={orderLinks.trackOrder(code, number)}>{t('order.track')}</ButtonLink>
          <BuyAgainButton
            lines={receipt.lines
              .filter(({ kind }) => kind === 'goods')
              .map(({ sku, name, quantity }) => ({ sku, name, quantity }))}
          />
          {ofModules
            .flatMap(({ actions }) => actions)
            .map(({ label, href }) => (
              <ButtonLink key={href} href={href}>
                {label}
              </ButtonLink>
            ))}
          {isAccount && <ButtonLink href={links.accountOrders(code)}>{t('order.all')}</ButtonLink>}
        </p>
      </article>
    </main>
  )
}
