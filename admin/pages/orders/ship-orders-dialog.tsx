/** Ships the selected orders: a dry run that says which ones can be shipped and why others cannot, then a job. */
import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { z } from 'zod'
import type { StartedJob } from '../../../contract/admin/jobs.ts'
import type { shippingPlan } from '../../../contract/admin/ship-orders.ts'
import { Button } from '../../../ui/button.tsx'
import { apiPaths, paths } from '../../paths.ts'
import { Dialog, DialogButtons } from '../../shell/dialog.tsx'
import { RefusalNotice } from '../../shell/form.tsx'
import { announceStartedJob } from '../../shell/started-job.ts'
import { Status } from '../../shell/status.tsx'
import { storeName } from '../../store-name.ts'
import { useChange } from '../../shell/use-change.ts'
import { bodyOfTarget, type BulkTarget } from '../../table/selection.ts'
import { useTexts } from '../../texts.tsx'
import styles from '../../shell/row-list.module.css'
import type { OrderRow } from './order-words.ts'
import { shippingRefusalText } from './shipping-refusals.ts'

type Plan = z.infer<typeof shippingPlan>

export function ShipOrdersDialog({ target, onClose }: { target: BulkTarget<OrderRow>; onClose: () => void }) {
  const { t } = useTexts()
  const navigate = useNavigate()
  const preview = useChange<Plan>('POST', apiPaths.shipmentsPreview, { rereads: false })
  const start = useChange<StartedJob>('POST', apiPaths.shipments, { rereads: false })
  const [plan, setPlan] = useState<Plan | null>(null)
  const body = { target: bodyOfTarget(target, 'orders', ({ number }) => number) }
  return (
    <Dialog
      title={t('ship_orders.title')}
      description={t('ship_orders.target', { count: target.count })}
      wide
      onClose={onClose}
    >
      <form
        className="stack"
        onSubmit={async (event) => {
          event.preventDefault()
          if (plan === null) return setPlan(await preview.send(body))
          const answer = await start.send({ ...body, count: plan.total })
          if (answer === null) return setPlan(null)
          announceStartedJob()
          // The job's page shows its progress, and the labels.
          await navigate(paths.job(answer.job))
        }}
      >
        <p>{t('ship_orders.explain')}</p>
        {plan && (
          <>
            <p role="status">
              {t('ship_orders.plan', { ships: plan.ships, refused: plan.total - plan.ships })}
            </p>
            <PlanRows rows={plan.rows} />
          </>
        )}
        <RefusalNotice refusal={preview.refusal ?? start.refusal} />
        <DialogButtons onCancel={onClose}>
          <Button
            type="submit"
            size="small"
            look="main"
            disabled={preview.isSending || start.isSending || plan?.ships === 0}
          >
            {plan === null ? t('bulk.preview') : t('ship_orders.start', { count: plan.ships })}
          </Button>
        </DialogButtons>
      </form>
    </Dialog>
  )
}

function PlanRows({ rows }: Pick<Plan, 'rows'>) {
  const { t } = useTexts()
  return (
    <div className={styles.list} role="region" tabIndex={0} aria-label={t('section.orders')}>
      <table>
        <thead>
          <tr>
            <th scope="col">{t('orders.number')}</th>
            <th scope="col">{t('orders.store')}</th>
            <th scope="col">{t('order.method')}</th>
            <th scope="col">{t('jobs.outcome')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ number, store, method, refusal }) => (
            <tr key={number}>
              <th scope="row">{number}</th>
              <td>{storeName(store)}</td>
              <td>{method}</td>
              <td>
                {refusal === null ? (
                  <Status tone="good" text={t('ship_orders.ships')} />
                ) : (
                  shippingRefusalText(t, refusal)
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
