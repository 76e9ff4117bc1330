/** Adds or removes units with a reason. The history of the product shows each change and undoes it. */
import { useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { apiPaths } from '../../paths.ts'
import { can, useSession } from '../../session.ts'
import { Card } from '../../shell/card.tsx'
import { Field, RefusalNotice, Select } from '../../shell/form.tsx'
import { useChange } from '../../shell/use-change.ts'
import { useTexts } from '../../texts.tsx'
import layout from '../../shell/form-layout.module.css'

const reasons = ['delivery', 'return', 'damage', 'correction'] as const

export function ProductStock({ sku, stores: sold }: { sku: string; stores: readonly string[] }) {
  const { t } = useTexts()
  const session = useSession()
  const stores = session.stores.filter(({ code }) => sold.includes(code) && can(session, 'stock:edit', code))
  const [store, setStore] = useState(stores[0]?.code ?? '')
  const [units, setUnits] = useState('')
  const [reason, setReason] = useState<string>('delivery')
  const [reference, setReference] = useState('')
  const { isSending, refusal, send } = useChange('POST', apiPaths.productStock(store, sku), {
    done: t('product.stock_saved'),
  })
  if (stores.length === 0) return null
  return (
    <Card title={t('product.stock_change')}>
      <form
        className={layout.form}
        onSubmit={async (event) => {
          event.preventDefault()
          if ((await send({ units: Number(units), reason, reference })) !== null) setUnits('')
        }}
      >
        <Select
          label={t('product.stock_store')}
          value={store}
          options={stores.map(({ code, name }) => ({ value: code, label: name }))}
          onChange={setStore}
        />
        <Field
          label={t('product.stock_units')}
          type="number"
          required
          value={units}
          onChange={({ target }) => setUnits(target.value)}
        />
        <Select
          label={t('product.stock_reason')}
          value={reason}
          options={reasons.map((each) => ({ value: each, label: t(`product.stock_${each}`) }))}
          onChange={setReason}
        />
        <Field
          label={t('product.stock_note')}
          value={reference}
          maxLength={200}
          onChange={({ target }) => setReference(target.value)}
        />
        <RefusalNotice refusal={refusal} />
        <div className={layout.buttons}>
          <Button type="submit" size="small" disabled={isSending}>
            {t('product.stock_change')}
          </Button>
        </div>
      </form>
    </Card>
  )
}
