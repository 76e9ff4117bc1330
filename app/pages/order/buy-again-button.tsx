/** Puts an order's goods into the cart again and says what cannot be had (ORDER-05). */
import { useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { useStore, useStrings } from '../../../ui/strings.tsx'
import { buyAgain, type OrderedLine } from '../../state/buy-again.ts'

type Outcome = Awaited<ReturnType<typeof buyAgain>>

/** `label`: instead of "Buy again". */
export function BuyAgainButton({ lines, label }: { lines: readonly OrderedLine[]; label?: string }) {
  const t = useStrings()
  const store = useStore()
  const [outcome, setOutcome] = useState<Outcome | undefined>()
  const [isBusy, setBusy] = useState(false)
  async function buy() {
    setBusy(true)
    setOutcome(await buyAgain(store, lines))
    setBusy(false)
  }
  if (lines.length === 0) return null
  return (
    <>
      <Button onClick={buy} disabled={isBusy}>
        {label ?? t('order.buy_again')}
      </Button>
      {outcome !== undefined && (
        <Notice
          look={outcome === null ? 'danger' : outcome.missing.length > 0 ? 'warning' : 'done'}
          role="status"
        >
          {outcome === null ? (
            t('form.failed')
          ) : (
            <>
              {outcome.added.length > 0 && <p>{t('order.bought_again', { count: outcome.added.length })}</p>}
              {outcome.missing.length > 0 && (
                <p>{t('order.not_again', { names: outcome.missing.join(', ') })}</p>
              )}
            </>
          )}
        </Notice>
      )}
    </>
  )
}
