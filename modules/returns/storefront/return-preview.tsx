/** What the chosen lines refund, computed by the server as the refund is booked. */
import { useEffect, useState } from 'react'
import type { ReturnPreviewAnswer } from '../contract.ts'
import { formatMoney, toMinor } from '../../../domain/money/money.ts'
import { callAccount } from '../../../app/state/auth.ts'
import { useStore, useStrings } from '../../../ui/strings.tsx'
import { UnbrokenName } from '../../../ui/unbroken-name.tsx'
import type { ChosenItem } from './use-return-form.ts'
import styles from './parts/returns.module.css'

export function ReturnPreview({ number, items }: { number: string; items: readonly ChosenItem[] }) {
  const t = useStrings()
  const store = useStore()
  const wanted = JSON.stringify(items)
  const [shown, setShown] = useState<{ wanted: string; answer: ReturnPreviewAnswer | null } | null>(null)
  useEffect(() => {
    const gone = new AbortController()
    void callAccount<ReturnPreviewAnswer>(store, `orders/${number}/returns/preview`, {
      method: 'POST',
      body: { items: JSON.parse(wanted) as unknown },
      signal: gone.signal,
    }).then((answer) => {
      if (!gone.signal.aborted) setShown({ wanted, answer: answer.ok ? answer.data : null })
    })
    return () => gone.abort()
  }, [store, number, wanted])
  if (!shown) return null
  const { answer } = shown
  const money = (major: number) => formatMoney(toMinor(major), store)
  return (
    <section className={styles.preview} aria-live="polite" aria-busy={shown.wanted !== wanted}>
      <h3>{t('return.refund')}</h3>
      {answer ? (
        <>
          <dl>
            {answer.lines.map(({ sku, name, quantity, amount }, index) => (
              <div key={`${sku} ${index}`}>
                <dt>
                  {quantity} × <UnbrokenName name={name} />
                </dt>
                <dd>{money(amount)}</dd>
              </div>
            ))}
            {answer.shipping > 0 && (
              <div>
                <dt>{t('return.refund_shipping')}</dt>
                <dd>{money(answer.shipping)}</dd>
              </div>
            )}
            <div className={styles.total}>
              <dt>{t('return.refund_total')}</dt>
              <dd>{money(answer.total)}</dd>
            </div>
            {answer.to_gift_cards > 0 && (
              <div>
                <dt>{t('return.refund_cards')}</dt>
                <dd>{money(answer.to_gift_cards)}</dd>
              </div>
            )}
          </dl>
          {answer.exchange === null ? (
            <p className={styles.soft}>{t('return.refund_note')}</p>
          ) : (
            <ExchangePreview exchange={answer.exchange} />
          )}
        </>
      ) : (
        <p className={styles.soft}>{t('return.refund_failed')}</p>
      )}
    </section>
  )
}

/** The new goods, and what is left of the refund. */
function ExchangePreview({ exchange }: { exchange: NonNullable<ReturnPreviewAnswer['exchange']> }) {
  const t = useStrings()
  const store = useStore()
  const money = (major: number) => formatMoney(toMinor(major), store)
  return (
    <>
      <h3>{t('return.exchange_new')}</h3>
      <dl>
        {exchange.lines.map(({ sku, name, quantity, amount }) => (
          <div key={sku}>
            <dt>
              {quantity} × <UnbrokenName name={name} />
            </dt>
            <dd>{money(amount)}</dd>
          </div>
        ))}
        {!exchange.is_invoiced && (
          <div className={styles.total}>
            <dt>{t('return.exchange_difference')}</dt>
            <dd>{money(exchange.difference)}</dd>
          </div>
        )}
      </dl>
      <p className={styles.soft}>{t('return.exchange_note')}</p>
      {exchange.is_invoiced && <p className={styles.soft}>{t('return.exchange_invoice')}</p>}
    </>
  )
}
