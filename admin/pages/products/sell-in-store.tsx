/** Makes selected products part of another store: the two stores, how many would be added, then a job. */
import { useState } from 'react'
import type { AssortmentPlanAnswer } from '../../../contract/admin/assortment.ts'
import type { StartedJob } from '../../../contract/admin/jobs.ts'
import { Button } from '../../../ui/button.tsx'
import { apiPaths } from '../../paths.ts'
import { can, useSession } from '../../session.ts'
import { Dialog, DialogButtons } from '../../shell/dialog.tsx'
import { RefusalNotice, Select } from '../../shell/form.tsx'
import { useStartedJob } from '../../shell/started-job.ts'
import { useChange } from '../../shell/use-change.ts'
import { storeName } from '../../store-name.ts'
import { bodyOfTarget, type BulkTarget } from '../../table/selection.ts'
import { useTexts } from '../../texts.tsx'

export function SellInStore({
  target,
  onClose,
  onStarted,
}: {
  target: BulkTarget<{ store: string; sku: string }>
  onClose: () => void
  onStarted: () => void
}) {
  const { t } = useTexts()
  const session = useSession()
  const started = useStartedJob()
  const codes = session.stores.map(({ code }) => code)
  const sources = codes.filter((code) => can(session, 'product:read', code))
  const targets = codes.filter((code) => can(session, 'product:edit', code))
  const shown = shownStore(target)
  const [source, setSource] = useState(sources.find((code) => code === shown) ?? sources[0] ?? '')
  const [store, setStore] = useState(targets.find((code) => code !== source) ?? '')
  const [plan, setPlan] = useState<AssortmentPlanAnswer | null>(null)
  const preview = useChange<AssortmentPlanAnswer>('POST', apiPaths.assortmentPreview, { rereads: false })
  const start = useChange<StartedJob>('POST', apiPaths.assortmentChanges, { rereads: true })
  const body = {
    target: bodyOfTarget(target, 'products', ({ store, sku }) => ({ store, sku })),
    source,
    store,
  }
  const options = (of: readonly string[]) => of.map((code) => ({ value: code, label: storeName(code) }))
  const isSame = source === store
  return (
    <Dialog
      title={t('assortment.title')}
      description={t('bulk.target', { count: target.count })}
      onClose={onClose}
    >
      <form
        className="stack"
        onSubmit={async (event) => {
          event.preventDefault()
          if (plan === null) return setPlan(await preview.send(body))
          const answer = await start.send({ ...body, count: plan.added })
          if (answer === null) return setPlan(null)
          started(answer.job, t('assortment.started', { count: plan.added, store: storeName(store) }))
          onStarted()
        }}
      >
        <Select
          label={t('assortment.source')}
          value={source}
          options={options(sources)}
          onChange={(code) => {
            setSource(code)
            setPlan(null)
          }}
        />
        <Select
          label={t('assortment.target')}
          value={store}
          options={options(targets)}
          onChange={(code) => {
            setStore(code)
            setPlan(null)
          }}
        />
        <p>{t(isSame ? 'assortment.same_store' : 'assortment.hint')}</p>
        {plan && (
          <p role="status">
            {t('assortment.plan', { added: plan.added, present: plan.present, store: storeName(store) })}{' '}
            {plan.notInSource > 0 &&
              t('assortment.not_in_source', { count: plan.notInSource, store: storeName(source) })}
          </p>
        )}
        <RefusalNotice refusal={preview.refusal ?? start.refusal} />
        <DialogButtons onCancel={onClose}>
          <Button
            type="submit"
            size="small"
            look="main"
            disabled={isSame || store === '' || preview.isSending || start.isSending || plan?.added === 0}
          >
            {plan === null ? t('bulk.preview') : t('assortment.start', { count: plan.added })}
          </Button>
        </DialogButtons>
      </form>
    </Dialog>
  )
}

/** The store that the view or the first row is about; null: several. */
const shownStore = (target: BulkTarget<{ store: string; sku: string }>): string | null =>
  'query' in target ? new URLSearchParams(target.query).get('filter.store') : (target.rows[0]?.store ?? null)
