/**
 * Before typed prices, or planned campaigns, are saved: the 30-day lowest prices, what may be announced, and the
 * campaigns in conflict.
 */
import { useEffect, useMemo, useState } from 'react'
import type { z } from 'zod'
import type { StartedJob } from '../../../contract/admin/jobs.ts'
import type { plannedRow, pricePlan } from '../../../contract/admin/prices.ts'
import { Button } from '../../../ui/button.tsx'
import { sendApi, type Refusal } from '../../api-client.ts'
import { apiPaths } from '../../paths.ts'
import { Dialog, DialogButtons } from '../../shell/dialog.tsx'
import { Check, RefusalNotice } from '../../shell/form.tsx'
import { useStartedJob } from '../../shell/started-job.ts'
import { storeCurrency, storeName } from '../../store-name.ts'
import { useChange } from '../../shell/use-change.ts'
import { useTexts } from '../../texts.tsx'
import { isLargeChange, PlanRows } from '../../pricing/plan-rows.tsx'
import type { Prices } from './price-cells.ts'
import styles from '../../shell/row-list.module.css'

type Plan = z.infer<typeof pricePlan>

export interface PriceChange {
  store: string
  sku: string
  prices: Prices
  expected: Prices
}

interface Conflict {
  store: string
  sku: string
  current: Prices
  given: Prices
}

export function SavePrices({
  changes: given,
  isForLater,
  onClose,
  onDrop,
  onSaved,
}: {
  changes: readonly PriceChange[]
  /** Whether the campaigns are planned ones. */
  isForLater: boolean
  onClose: () => void
  /** Leaves rows out whose prices somebody else has changed. */
  onDrop: (keys: ReadonlySet<string>) => void
  onSaved: () => void
}) {
  const { t } = useTexts()
  const started = useStartedJob()
  const [changes, setChanges] = useState(given)
  const [replaces, setReplaces] = useState(false)
  const body = useMemo(
    () => (isForLater ? { plans: changes.map(planOf), replaces } : { changes }),
    [changes, isForLater, replaces],
  )
  const { plan, refusal: previewRefusal } = usePlan(body)
  const { isSending, refusal, send } = useChange<StartedJob>('POST', apiPaths.priceChanges, {
    rereads: false,
  })
  // Rows of the plan that somebody else changed meanwhile, with both versions.
  const conflicts = plan === null ? [] : plan.rows.flatMap(conflictOf)
  const keepTheirs = () => {
    const keys = new Set(conflicts.map(({ store, sku }) => `${store} ${sku}`))
    onDrop(keys)
    const rest = changes.filter(({ store, sku }) => !keys.has(`${store} ${sku}`))
    if (rest.length === 0) onSaved()
    else setChanges(rest)
  }
  const useOurs = () =>
    setChanges(
      changes.map((change) => {
        const conflict = conflicts.find(({ store, sku }) => store === change.store && sku === change.sku)
        return conflict ? { ...change, expected: conflict.current } : change
      }),
    )
  const refused = plan === null ? 0 : plan.refused - conflicts.length
  return (
    <Dialog title={t('prices.check_title')} wide onClose={onClose}>
      {plan === null ? (
        <p role="status">{previewRefusal ? '' : t('loading')}</p>
      ) : (
        <>
          <p role="status">
            {t('prices.plan', { changes: plan.changes, unchanged: plan.unchanged, refused: plan.refused })}
          </p>
          {conflicts.length > 0 ? (
            <Conflicts conflicts={conflicts} onTheirs={keepTheirs} onOurs={useOurs} />
          ) : (
            <PlanRows
              rows={plan.rows
                .filter(({ outcome }) => outcome !== 'unchanged')
                .toSorted((a, b) => Number(isWorthALook(b)) - Number(isWorthALook(a)))}
              replaced={plan.replaced}
              belowCost={plan.belowCost}
              isForLater={isForLater}
            />
          )}
        </>
      )}
      {isForLater && (
        <Check
          label={t('bulk.replaces')}
          checked={replaces}
          onChange={({ target }) => setReplaces(target.checked)}
        />
      )}
      <RefusalNotice refusal={previewRefusal ?? refusal} />
      <DialogButtons onCancel={onClose}>
        <Button
          size="small"
          look="main"
          disabled={isSending || plan === null || plan.changes === 0 || conflicts.length > 0 || refused > 0}
          onClick={async () => {
            const answer = await send(body)
            if (answer === null) {
              // Somebody was faster than the preview: it is asked again, and names the rows.
              setChanges([...changes])
              return
            }
            started(
              answer.job,
              t(isForLater ? 'prices.plans_saved' : 'prices.saved', { count: changes.length }),
            )
            onSaved()
          }}
        >
          {t(isForLater ? 'prices.save_plans' : 'prices.save')}
        </Button>
      </DialogButtons>
    </Dialog>
  )
}

/** Rows that are listed first. */
const isWorthALook = (row: z.infer<typeof plannedRow>) =>
  row.outcome === 'refused' ||
  row.reduction !== null ||
  row.rounded.length > 0 ||
  row.replaces !== null ||
  row.overlaps.length > 0 ||
  row.margin?.isBelowCost === true ||
  isLargeChange(row)

const conflictOf = ({ store, sku, refusal, before, after }: z.infer<typeof plannedRow>): Conflict[] =>
  refusal === 'changed_meanwhile' && before && after ? [{ store, sku, current: before, given: after }] : []

/** A row of planned campaigns, which leaves the normal prices as they are. */
const planOf = ({ store, sku, prices, expected }: PriceChange) => ({
  store,
  sku,
  campaign: prices.campaign,
  expected: expected.campaign,
})

/** `body`: what is saved afterwards. */
function usePlan(body: object) {
  const [plan, setPlan] = useState<Plan | null>(null)
  const [refusal, setRefusal] = useState<Refusal | null>(null)
  useEffect(() => {
    let isCurrent = true
    void sendApi<Plan>('POST', apiPaths.pricePreview, body).then((answer) => {
      if (!isCurrent) return
      setPlan(answer.ok ? answer.data : null)
      setRefusal(answer.ok ? null : answer)
    })
    return () => {
      isCurrent = false
    }
  }, [body])
  return { plan, refusal }
}

function Conflicts({
  conflicts,
  onTheirs,
  onOurs,
}: {
  conflicts: readonly Conflict[]
  onTheirs: () => void
  onOurs: () => void
}) {
  const { t } = useTexts()
  return (
    <div className="stack">
      <p className={styles.note}>{t('prices.conflicts_text', { count: conflicts.length })}</p>
      <div className={styles.list} role="region" tabIndex={0} aria-label={t('prices.conflicts')}>
        <table>
          <thead>
            <tr>
              <th scope="col">{t('orders.sku')}</th>
              <th scope="col">{t('orders.store')}</th>
              <th scope="col">{t('prices.theirs')}</th>
              <th scope="col">{t('prices.ours')}</th>
            </tr>
          </thead>
          <tbody>
            {conflicts.map(({ store, sku, current, given }) => (
              <tr key={`${store} ${sku}`}>
                <th scope="row">{sku}</th>
                <td>{storeName(store)}</td>
                <td>
                  <PricesText prices={current} store={store} />
                </td>
                <td>
                  <PricesText prices={given} store={store} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <DialogButtons>
        <Button size="small" onClick={onTheirs}>
          {t('prices.keep_theirs')}
        </Button>
        <Button size="small" onClick={onOurs}>
          {t('prices.use_ours')}
        </Button>
      </DialogButtons>
    </div>
  )
}

function PricesText({ prices, store }: { prices: Prices; store: string }) {
  const { t, money } = useTexts()
  const text = (tiers: Prices['normal']) =>
    tiers
      .map(
        ({ quantity, price }) =>
          `${quantity === 1 ? '' : `${quantity}: `}${money(price, storeCurrency(store))}`,
      )
      .join('; ')
  return (
    <>
      {text(prices.normal)}
      {prices.campaign && (
        <>
          <br />
          {t('price.campaign')}: {text(prices.campaign.tiers)}
        </>
      )}
    </>
  )
}
