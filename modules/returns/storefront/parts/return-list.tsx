/** Returns with their status (RETURN-05), and what their buyer can do next. */
import { useState } from 'react'
import type { ReturnTransport } from '../../return-transport.ts'
import type { ShownReturnStatus } from '../../return.ts'
import { useStrings } from '../../../../ui/strings.tsx'
import { UnbrokenName } from '../../../../ui/unbroken-name.tsx'
import { ReturnInstructions } from '../return-instructions.tsx'
import { ReturnParcel } from '../return-parcel.tsx'
import styles from './returns.module.css'

export interface ShownReturn {
  /** S100001-R1. */
  id: string
  status: ShownReturnStatus
  /** Date of registration as text. */
  day: string
  /** The slip for the parcel. */
  labelUrl: string
  items: readonly {
    sku: string
    name: string
    quantity: number
    transport: ReturnTransport
    /** The variant that the buyer gets instead. */
    exchange: { name: string } | null
  }[]
  /** The order that delivers the exchange, with its page. */
  exchangeOrder: { number: string; href: string } | null
  /** Why it was rejected. */
  rejection: string | null
  /** What it refunds, as text; null: nothing any more, or not shown here. */
  amount: string | null
  /** Null where the parcel is shown elsewhere: on the page of the order. */
  parcel: { path: string; labelUrl: string | null; trackingUrl: string | null } | null
}

export function ReturnList({ returns }: { returns: readonly (ShownReturn & { link?: string })[] }) {
  const t = useStrings()
  const [sent, setSent] = useState<readonly string[]>([])
  const shown = returns.map((entry) =>
    isUnsent(entry.status) && sent.includes(entry.id) ? { ...entry, status: 'sent' as const } : entry,
  )
  return (
    <ul className={styles.returns}>
      {shown.map((entry) => (
        <li key={entry.id}>
          <p className={styles.number}>
            <span className="visually-hidden">{t('return.number')} </span>
            {entry.link === undefined ? entry.id : <a href={entry.link}>{entry.id}</a>}
          </p>
          <p className={styles.soft}>{entry.day}</p>
          <p className={styles.status} data-return-status={entry.status}>
            {t(`return_status.${entry.status}`)}
          </p>
          <ul className={styles.goods}>
            {entry.items.map(({ sku, name, quantity, exchange }, index) => (
              <li key={`${sku} ${index}`}>
                {quantity} × <UnbrokenName name={name} />
                {exchange && <>, {t('return.exchange_for', { name: exchange.name })}</>}
              </li>
            ))}
          </ul>
          {entry.rejection !== null && (
            <p className={styles.wide}>{t('return.rejection', { reason: entry.rejection })}</p>
          )}
          {entry.exchangeOrder !== null && (
            <p className={styles.wide}>
              <a href={entry.exchangeOrder.href}>
                {t('return.exchange_order', { number: entry.exchangeOrder.number })}
              </a>
            </p>
          )}
          {entry.amount !== null && (
            <p className={styles.wide}>{t('return.amount', { amount: entry.amount })}</p>
          )}
          {isUnsent(entry.status) && <NextStep entry={entry} onSent={() => setSent([...sent, entry.id])} />}
        </li>
      ))}
    </ul>
  )
}

const isUnsent = (status: ShownReturnStatus) => status === 'registered' || status === 'label_ready'

interface NextStepProps {
  entry: ShownReturn
  onSent: () => void
}

function NextStep({ entry: { id, labelUrl, items, parcel }, onSent }: NextStepProps) {
  const t = useStrings()
  const transports = items.map(({ transport }) => transport)
  return (
    <div className={styles.next}>
      {parcel && <ReturnInstructions transports={transports} />}
      {transports.includes('parcel') && (
        <>
          <a href={labelUrl} aria-label={t('return.label_of', { id })}>
            {t('return.slip')}
          </a>
          {parcel && <ReturnParcel {...parcel} onSent={onSent} />}
        </>
      )}
    </div>
  )
}
