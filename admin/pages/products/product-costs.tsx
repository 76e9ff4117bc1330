/** What the product costs the shop, by currency, with the margin that its price leaves in each store. */
import type { ProductPage } from '../../../contract/admin/product-page.ts'
import { Button } from '../../../ui/button.tsx'
import { apiPaths } from '../../paths.ts'
import { useSession } from '../../session.ts'
import { Card } from '../../shell/card.tsx'
import { Field, FieldRefusal } from '../../shell/form.tsx'
import { presentValue } from '../../shell/refusals.ts'
import { Status } from '../../shell/status.tsx'
import { storeName } from '../../store-name.ts'
import { useChange } from '../../shell/use-change.ts'
import { useEdited } from '../../shell/use-edited.ts'
import { useTexts } from '../../texts.tsx'
import { readAmount, writeAmount } from '../../pricing/typed-amount.ts'
import { marginPercent } from '../../pricing/margin.ts'
import { editedRecord } from './product-draft.ts'
import layout from '../../shell/form-layout.module.css'
import styles from './product.module.css'

type Costs = ProductPage['costs']

/** Nothing for staff who may not change prices: the answer then names no currency. */
export function ProductCosts({ page }: { page: ProductPage }) {
  const { costs } = page
  if (Object.keys(costs).length === 0) return null
  return <CostForm key={editedRecord(page).sku} page={page} costs={costs} />
}

const textsOf = (costs: Costs): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(costs).map(([currency, cost]) => [currency, writeAmount(cost ?? undefined)]),
  )

function CostForm({ page, costs }: { page: ProductPage; costs: Costs }) {
  const { t } = useTexts()
  const { sku } = editedRecord(page)
  const { base, draft: texts, isChanged, setDraft, reset } = useEdited(costs, textsOf)
  const { isSending, refusal, send } = useChange('PUT', apiPaths.productCosts(sku), {
    done: t('costs.saved'),
  })
  const present = presentValue(refusal, base)
  const read = (currency: string) => {
    const text = (texts[currency] ?? '').trim()
    return text === '' ? null : readAmount(text)
  }
  const currencies = Object.keys(costs)
  const isReadable = currencies.every((currency) => typeof read(currency) !== 'string')
  return (
    <Card title={t('costs.title')}>
      <form
        className={layout.form}
        onSubmit={async (event) => {
          event.preventDefault()
          const saved = await send({
            costs: Object.fromEntries(currencies.map((currency) => [currency, read(currency)])),
            expected: Object.fromEntries(currencies.map((currency) => [currency, present[currency] ?? null])),
          })
          if (saved !== null) reset()
        }}
      >
        <p className={styles.soft}>{t('costs.hint')}</p>
        {currencies.map((currency) => (
          <Field
            key={currency}
            label={t('costs.in', { currency })}
            inputMode="decimal"
            autoComplete="off"
            value={texts[currency] ?? ''}
            aria-invalid={typeof read(currency) === 'string'}
            onChange={({ target }) => setDraft({ ...texts, [currency]: target.value })}
          />
        ))}
        <Margins page={page} />
        <FieldRefusal
          refusal={refusal}
          current={currencies
            .map((currency) => `${currency} ${writeAmount(present[currency] ?? undefined) || '–'}`)
            .join(', ')}
        />
        <div className={layout.buttons}>
          <Button type="submit" size="small" disabled={isSending || !isChanged || !isReadable}>
            {t('costs.save')}
          </Button>
        </div>
      </form>
    </Card>
  )
}

/** Of the stored normal prices. */
function Margins({ page }: { page: ProductPage }) {
  const { t, number } = useTexts()
  const { stores: sections } = editedRecord(page)
  const { stores } = useSession()
  const margins = stores.flatMap(({ code, currency }) => {
    const section = sections[code]
    const price = section?.prices.find(({ q }) => q === 1)?.p
    const cost = page.costs[currency]
    if (section === undefined || price === undefined || cost == null) return []
    const percent = marginPercent(price, section.vatPercent, cost)
    return percent === null ? [] : [{ code, percent }]
  })
  return (
    <ul className={styles.list}>
      {margins.map(({ code, percent }) => (
        <li key={code}>
          <Status
            tone={percent < 0 ? 'bad' : 'neutral'}
            text={t(percent < 0 ? 'costs.margin_below' : 'costs.margin', {
              store: storeName(code),
              percent: number(percent),
            })}
          />
        </li>
      ))}
    </ul>
  )
}
