/** The units that are expected in each store, and when: they may be sold before they are there. */
import type { ProductPage } from '../../../contract/admin/product-page.ts'
import { Button } from '../../../ui/button.tsx'
import { apiPaths } from '../../paths.ts'
import { can, useSession } from '../../session.ts'
import { Card } from '../../shell/card.tsx'
import { Field, FieldRefusal } from '../../shell/form.tsx'
import { presentValue } from '../../shell/refusals.ts'
import { storeName } from '../../store-name.ts'
import { useChange } from '../../shell/use-change.ts'
import { useEdited } from '../../shell/use-edited.ts'
import { useTexts } from '../../texts.tsx'
import layout from '../../shell/form-layout.module.css'
import styles from './product.module.css'

type Stock = ProductPage['stock'][number]

export function IncomingGoods({ sku, stock }: { sku: string; stock: readonly Stock[] }) {
  const { t } = useTexts()
  const session = useSession()
  const editable = stock.filter(({ store }) => can(session, 'stock:edit', store))
  if (editable.length === 0) return null
  return (
    <Card title={t('product.incoming')}>
      <p className={styles.soft}>{t('product.incoming_hint')}</p>
      {editable.map((each) => (
        <Incoming key={each.store} sku={sku} stock={each} />
      ))}
    </Card>
  )
}

function Incoming({ sku, stock: { store, incoming, incomingOn: on } }: { sku: string; stock: Stock }) {
  const { t, number, day } = useTexts()
  const { base, draft, isChanged, setDraft, reset } = useEdited({ units: incoming, date: on }, (stored) => ({
    units: String(stored.units),
    date: stored.date ?? '',
  }))
  const { units, date } = draft
  const name = storeName(store)
  const { isSending, refusal, send } = useChange('PUT', apiPaths.incoming(store, sku), {
    done: t('product.stock_saved'),
  })
  const expected = presentValue(refusal, base)
  return (
    <form
      className={layout.form}
      onSubmit={async (event) => {
        event.preventDefault()
        const saved = await send({ units: Number(units), date: date === '' ? null : date, expected })
        if (saved !== null) reset()
      }}
    >
      <Field
        label={t('product.incoming_units', { store: name })}
        type="number"
        min={0}
        required
        value={units}
        onChange={({ target }) => setDraft({ ...draft, units: target.value })}
      />
      <Field
        label={t('product.incoming_on', { store: name })}
        type="date"
        value={date}
        onChange={({ target }) => setDraft({ ...draft, date: target.value })}
      />
      <FieldRefusal
        refusal={refusal}
        current={[number(expected.units), expected.date && day(expected.date)].filter(Boolean).join(', ')}
      />
      <div className={layout.buttons}>
        <Button
          type="submit"
          size="small"
          aria-label={t('product.incoming_save', { store: name })}
          disabled={isSending || !isChanged}
        >
          {t('coupons.save')}
        </Button>
      </div>
    </form>
  )
}
