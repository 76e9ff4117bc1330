/** The stock of a product in one store: figures, movements and changes, with counts and corrections beside them. */
import { useState } from 'react'
import { Link, useLoaderData, type LoaderFunctionArgs } from 'react-router'
import type { StockPage } from '../../../contract/admin/stock.ts'
import { Button } from '../../../ui/button.tsx'
import { readApi } from '../../api-client.ts'
import { apiPaths, paths } from '../../paths.ts'
import { can, useSession } from '../../session.ts'
import { ActionButtons } from '../../shell/action-buttons.tsx'
import { Card, Columns, Facts } from '../../shell/card.tsx'
import { Field, FieldRefusal, RefusalNotice } from '../../shell/form.tsx'
import { Page } from '../../shell/page.tsx'
import { presentValue } from '../../shell/refusals.ts'
import { storeName } from '../../store-name.ts'
import { Timeline } from '../../shell/timeline.tsx'
import { UndoButton } from '../../shell/undo-button.tsx'
import { useChange } from '../../shell/use-change.ts'
import { useTexts, type AdminKey } from '../../texts.tsx'
import { IncomingGoods } from '../products/incoming-goods.tsx'
import { ProductStock } from '../products/product-stock.tsx'
import layout from '../../shell/form-layout.module.css'
import styles from '../products/product.module.css'

type Row = StockPage['stock']

export const loader = ({ params, request }: LoaderFunctionArgs) =>
  readApi<StockPage>(apiPaths.stockOf(params['store'] ?? '', params['sku'] ?? ''), request.signal)

export function Component() {
  const { t, number, date } = useTexts()
  const mayEdit = can(useSession(), 'stock:edit', useLoaderData<StockPage>().stock.store)
  const { stock, movements, timeline } = useLoaderData<StockPage>()
  const { sku, store } = stock
  return (
    <Page
      title={stock.name ?? sku}
      intro={`${sku} · ${storeName(store)}`}
      back={{ label: t('section.stock'), to: paths.resource('stock') }}
      actions={
        <ActionButtons
          actions={[{ id: 'product', label: t('stock.open_product'), to: paths.product(sku) }]}
        />
      }
    >
      <Columns
        main={
          <>
            <Card title={t('section.stock')}>
              <Facts
                facts={[
                  [t('stock.onHand'), number(stock.onHand)],
                  [t('stock.reserved'), number(stock.reserved)],
                  [t('stock.available'), number(stock.available)],
                  [t('stock.incoming'), number(stock.incoming)],
                  [t('stock.incomingOn'), stock.incomingOn && date(stock.incomingOn)],
                  [t('stock.threshold'), number(stock.threshold)],
                  [t('stock.openOrders'), number(stock.openOrders)],
                ]}
              />
            </Card>
            <Movements movements={movements} />
            <Card title={t('timeline.title')}>
              <Timeline
                entries={timeline}
                actionsOf={({ id }) =>
                  timeline.find((entry) => entry.id === id)?.canUndo && <UndoButton id={id} />
                }
              />
            </Card>
          </>
        }
        side={
          mayEdit && (
            <>
              <CountForm stock={stock} />
              <ProductStock sku={sku} stores={[store]} />
              <IncomingGoods sku={sku} stock={[stock]} />
              <ThresholdForm key={stock.ownThreshold} stock={stock} />
            </>
          )
        }
      />
    </Page>
  )
}

/** Every change of the pools, sales included. */
function Movements({ movements }: { movements: StockPage['movements'] }) {
  const { t, number, dateTime } = useTexts()
  if (movements.length === 0) return null
  return (
    <Card title={t('stock.movements')} isFlush>
      <table className={styles.variants}>
        <thead>
          <tr>
            <th scope="col">{t('stock.at')}</th>
            <th scope="col">{t('product.stock_reason')}</th>
            <th scope="col">{t('stock.pool')}</th>
            <th scope="col">{t('stock.change')}</th>
            <th scope="col">{t('stock.left')}</th>
          </tr>
        </thead>
        <tbody>
          {movements.map(({ at, pool, delta, units, reason, reference, isOrder }, place) => (
            <tr key={place}>
              <td>{dateTime(at)}</td>
              <td>
                {t(`stock.reason_${reason}` as AdminKey)}
                {reference !== null && ' · '}
                {isOrder && reference !== null ? (
                  <Link to={paths.order(reference)}>{reference}</Link>
                ) : (
                  reference
                )}
              </td>
              <td>{t(`stock.pool_${pool}`)}</td>
              <td>{delta > 0 ? `+${number(delta)}` : number(delta)}</td>
              <td>{number(units)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Card>
  )
}

/** A count in the warehouse; without a time it holds as of now. */
function CountForm({ stock: { sku, store } }: { stock: Row }) {
  const { t } = useTexts()
  const [units, setUnits] = useState('')
  const [at, setAt] = useState('')
  const [note, setNote] = useState('')
  const { isSending, refusal, send } = useChange('POST', apiPaths.countStock(store, sku), {
    done: t('product.stock_saved'),
  })
  return (
    <Card title={t('stock.count')}>
      <form
        className={layout.form}
        onSubmit={async (event) => {
          event.preventDefault()
          const countedAt = at === '' ? {} : { countedAt: new Date(at).toISOString() }
          if ((await send({ units: Number(units), note, ...countedAt })) !== null) setUnits('')
        }}
      >
        <Field
          label={t('stock.counted_units')}
          hint={t('stock.counted_units_hint')}
          type="number"
          min={0}
          required
          value={units}
          onChange={({ target }) => setUnits(target.value)}
        />
        <Field
          label={t('stock.counted_at')}
          hint={t('stock.counted_at_hint')}
          type="datetime-local"
          value={at}
          onChange={({ target }) => setAt(target.value)}
        />
        <Field
          label={t('stock.count_note')}
          value={note}
          maxLength={200}
          onChange={({ target }) => setNote(target.value)}
        />
        <RefusalNotice refusal={refusal} />
        <div className={layout.buttons}>
          <Button type="submit" size="small" disabled={isSending}>
            {t('stock.save_count')}
          </Button>
        </div>
      </form>
    </Card>
  )
}

function ThresholdForm({ stock: { sku, store, ownThreshold: own, threshold } }: { stock: Row }) {
  const { t, number } = useTexts()
  const [units, setUnits] = useState(own === null ? '' : String(own))
  const { isSending, refusal, send } = useChange('PUT', apiPaths.stockThreshold(store, sku), {
    done: t('stock.threshold_saved'),
  })
  const present = presentValue(refusal, own)
  return (
    <Card title={t('stock.threshold')}>
      <form
        className={layout.form}
        onSubmit={(event) => {
          event.preventDefault()
          void send({ units: units === '' ? null : Number(units), expected: present })
        }}
      >
        <Field
          label={t('stock.threshold_units')}
          hint={t('stock.threshold_hint', { count: number(threshold) })}
          type="number"
          min={0}
          value={units}
          onChange={({ target }) => setUnits(target.value)}
        />
        <FieldRefusal refusal={refusal} current={present === null ? '–' : number(present)} />
        <div className={layout.buttons}>
          <Button type="submit" size="small" disabled={isSending}>
            {t('stock.save_threshold')}
          </Button>
        </div>
      </form>
    </Card>
  )
}
