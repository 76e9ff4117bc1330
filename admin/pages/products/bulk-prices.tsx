/** Changes the prices of selected products: what to do, a dry run with the outcome of each row, then a job. */
import { useState } from 'react'
import type { z } from 'zod'
import type { StartedJob } from '../../../contract/admin/jobs.ts'
import type { pricePlan } from '../../../contract/admin/prices.ts'
import { Button } from '../../../ui/button.tsx'
import { apiPaths } from '../../paths.ts'
import { Dialog, DialogButtons } from '../../shell/dialog.tsx'
import { Check, Field, RefusalNotice, Select } from '../../shell/form.tsx'
import { useStartedJob } from '../../shell/started-job.ts'
import { useChange } from '../../shell/use-change.ts'
import { bodyOfTarget, type BulkTarget } from '../../table/selection.ts'
import { useTexts } from '../../texts.tsx'
import styles from './product.module.css'
import { PlanRows } from '../../pricing/plan-rows.tsx'
import { readAmount } from '../../pricing/typed-amount.ts'

const fields = ['normal', 'campaign', 'plan', 'end'] as const
const hows = ['percent', 'amount', 'set'] as const

export function BulkPrices({
  target,
  onClose,
  onStarted,
}: {
  target: BulkTarget<{ store: string; sku: string }>
  onClose: () => void
  onStarted: () => void
}) {
  const { t } = useTexts()
  const started = useStartedJob()
  const [field, setField] = useState<(typeof fields)[number]>('normal')
  const [how, setHow] = useState<(typeof hows)[number]>('percent')
  const [value, setValue] = useState('')
  const [rounds, setRounds] = useState(true)
  const [from, setFrom] = useState('')
  const [to, setTo] = useState('')
  const [replaces, setReplaces] = useState(false)
  const [reason, setReason] = useState('')
  const preview = useChange<z.infer<typeof pricePlan>>('POST', apiPaths.pricePreview, { rereads: false })
  const start = useChange<StartedJob>('POST', apiPaths.priceChanges, { rereads: true })
  const [plan, setPlan] = useState<z.infer<typeof pricePlan> | null>(null)
  const number = readSigned(value)
  const by = how === 'percent' ? { how, percent: number } : { how, amount: number }
  const period = { startsOn: from || null, endsOn: to || null }
  const isForLater = field === 'plan'
  const adjustment = {
    field,
    ...(field !== 'end' && { by, rounds }),
    ...((field === 'campaign' || isForLater) && period),
    ...(isForLater && { replaces }),
  }
  const body = {
    target: bodyOfTarget(target, 'products', ({ store, sku }) => ({ store, sku })),
    adjustment,
  }
  const changed =
    <Value,>(set: (next: Value) => void) =>
    (next: Value) => {
      set(next)
      setPlan(null)
    }
  const isComplete = field === 'end' || (number !== null && !(isForLater && from === ''))
  return (
    <Dialog
      title={t('bulk.prices')}
      description={t('bulk.target', { count: target.count })}
      wide
      onClose={onClose}
    >
      <form
        className="stack"
        onSubmit={async (event) => {
          event.preventDefault()
          if (plan === null) setPlan(await preview.send(body))
          else {
            const answer = await start.send({
              ...body,
              count: plan.total,
              digest: plan.digest,
              ...(reason.trim() && { reason: reason.trim() }),
            })
            if (answer === null) return setPlan(null)
            started(answer.job, t(isForLater ? 'bulk.started_plan' : 'bulk.started', { count: plan.changes }))
            onStarted()
          }
        }}
      >
        <Select
          label={t('bulk.field')}
          value={field}
          options={fields.map((name) => ({ value: name, label: t(`bulk.field_${name}`) }))}
          onChange={changed((name) => setField(name as typeof field))}
        />
        {field !== 'end' && (
          <>
            <Select
              label={t('bulk.how')}
              value={how}
              options={hows.map((name) => ({ value: name, label: t(`bulk.how_${name}`) }))}
              onChange={changed((name) => setHow(name as typeof how))}
            />
            <Field
              label={t('bulk.value')}
              hint={t(`bulk.hint_${how}`)}
              inputMode="text"
              autoComplete="off"
              value={value}
              onChange={({ target: input }) => changed(setValue)(input.value)}
            />
            <Check
              label={t('bulk.rounds')}
              checked={rounds}
              onChange={({ target: input }) => changed(setRounds)(input.checked)}
            />
          </>
        )}
        {isForLater && <p>{t('bulk.plan_hint')}</p>}
        {(field === 'campaign' || isForLater) && (
          <div className={styles.fields}>
            <Field
              label={t('prices.column_from')}
              type="date"
              required={isForLater}
              value={from}
              onChange={({ target: input }) => changed(setFrom)(input.value)}
            />
            <Field
              label={t('prices.column_to')}
              type="date"
              value={to}
              min={from}
              onChange={({ target: input }) => changed(setTo)(input.value)}
            />
          </div>
        )}
        {isForLater && (
          <Check
            label={t('bulk.replaces')}
            checked={replaces}
            onChange={({ target: input }) => changed(setReplaces)(input.checked)}
          />
        )}
        <Field
          label={t('order.reason')}
          value={reason}
          maxLength={200}
          onChange={({ target: input }) => setReason(input.value)}
        />
        {plan && (
          <>
            {/* Below the fields: it scrolls into view when it is there. */}
            <p role="status" ref={(line) => line?.scrollIntoView({ block: 'start' })}>
              {t('prices.plan', { changes: plan.changes, unchanged: plan.unchanged, refused: plan.refused })}
            </p>
            <PlanRows
              rows={plan.rows}
              replaced={plan.replaced}
              belowCost={plan.belowCost}
              isForLater={isForLater}
            />
          </>
        )}
        <RefusalNotice refusal={preview.refusal ?? start.refusal} />
        <DialogButtons onCancel={onClose}>
          <Button
            type="submit"
            size="small"
            look="main"
            disabled={!isComplete || preview.isSending || start.isSending || plan?.changes === 0}
          >
            {plan === null
              ? t('bulk.preview')
              : t(isForLater ? 'bulk.start_plan' : 'bulk.start', { count: plan.changes })}
          </Button>
        </DialogButtons>
      </form>
    </Dialog>
  )
}

/** `−10`, `10,5`; null: no number. */
function readSigned(text: string): number | null {
  const bare = text
    .trim()
    .replace(/^[−–-]/, '')
    .replace(/%$/, '')
    .replace(/^\+/, '')
  const amount = readAmount(bare)
  if (typeof amount === 'string') return null
  return /^[−–-]/.test(text.trim()) ? -amount : amount
}
