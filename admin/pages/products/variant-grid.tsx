/** The variants of a product as a grid: a row for each, saved one by one as their own forms would save them. */
import { useId, useState } from 'react'
import { Link, useRevalidator } from 'react-router'
import type { ProductReferences, ProductVariants } from '../../../contract/admin/product-page.ts'
import { Button } from '../../../ui/button.tsx'
import { ApiError, sendApi, type Change } from '../../api-client.ts'
import { withStepUp } from '../../passkeys.ts'
import { apiPaths, paths } from '../../paths.ts'
import { can, useSession } from '../../session.ts'
import { Card } from '../../shell/card.tsx'
import { LeaveWarning } from '../../shell/leave-warning.tsx'
import { storeCurrency, storeName } from '../../store-name.ts'
import { showToast } from '../../shell/toasts.tsx'
import { VersionChoice } from '../../shell/version-choice.tsx'
import { isSame } from '../../shell/versions.ts'
import { useTexts } from '../../texts.tsx'
import { marginPercent } from '../../pricing/margin.ts'
import { numberIn, type Draft, type EditedRecord, type StoreDraft } from './product-draft.ts'
import { fieldLabel, SaveProblems } from './product-problems.tsx'
import {
  afterRefusal,
  attributeIn,
  beginEdit,
  conflictsOf,
  saveOf,
  withAttribute,
  type VariantEdit,
} from './variant-rows.ts'
import styles from './variant-grid.module.css'

interface Row {
  record: EditedRecord
  /** Store → units; a store without stock is absent. */
  available: Readonly<Record<string, number>>
  /** Currency → purchase cost; empty for staff who may not change prices. */
  costs: Readonly<Record<string, number | null>>
  edit: VariantEdit
}

export function VariantGrid({
  columns,
  variants,
  references,
}: {
  /** Codes of the attributes in which the variants differ. */
  columns: readonly string[]
  variants: ProductVariants['variants']
  references: ProductReferences
}) {
  const { t, language } = useTexts()
  const session = useSession()
  const { revalidate } = useRevalidator()
  const [edits, setEdits] = useState<Readonly<Record<string, VariantEdit>>>({})
  const [isSending, setSending] = useState(false)
  const codes = session.stores.map(({ code }) => code)
  const rows = variants.map(({ record, available, costs }): Row => {
    const stored = record as unknown as EditedRecord
    return {
      record: stored,
      available,
      costs,
      edit: edits[stored.sku] ?? beginEdit(stored, codes, references),
    }
  })
  const stores = codes.filter((code) => rows.some(({ record }) => record.stores[code] !== undefined))
  const changed = rows.filter(({ edit }) => !isSame(edit.draft, edit.base) || edit.current !== null)
  const nameOf = (code: string) =>
    references.attributes.find((each) => each.code === code)?.names[language] ?? code.replaceAll('_', ' ')
  const put = (sku: string, edit: VariantEdit) => setEdits((before) => ({ ...before, [sku]: edit }))

  const save = async () => {
    setSending(true)
    let saved = 0
    try {
      for (const { record, edit } of changed) {
        const answer: Change<unknown> = await withStepUp(() =>
          sendApi('PUT', apiPaths.product(record.sku), saveOf(edit, references)),
        )
        if (!answer.ok) {
          put(record.sku, afterRefusal(edit, answer, references))
          continue
        }
        saved += 1
        setEdits((before) => without(before, record.sku))
      }
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      showToast({ title: t('error.not_saved'), text: t('error.not_saved_text'), look: 'failed' })
    }
    if (saved > 0) {
      showToast({ title: t('variants.saved', { count: saved }) })
      await revalidate()
    }
    setSending(false)
  }

  return (
    <Card title={t('product.variants')}>
      <form
        className={styles.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void save()
        }}
      >
        <div className={styles.frame} role="region" tabIndex={0} aria-label={t('variants.grid')}>
          <table className={styles.grid}>
            <thead>
              <tr>
                <th scope="col">{t('orders.sku')}</th>
                <th scope="col">{t('products.gtin')}</th>
                {columns.map((code) => (
                  <th key={code} scope="col">
                    {nameOf(code)}
                  </th>
                ))}
                {stores.flatMap((store) => [
                  <th key={`${store} price`} scope="col">
                    {t('variants.price_in', { store: storeName(store), currency: storeCurrency(store) })}
                  </th>,
                  <th key={`${store} shown`} scope="col">
                    {t('variants.shown')}
                  </th>,
                  <th key={`${store} stock`} scope="col">
                    {t('variants.stock')}
                  </th>,
                ])}
              </tr>
            </thead>
            <tbody>
              {rows.map(({ record, available, costs, edit }) => (
                <VariantRow
                  key={record.sku}
                  sku={record.sku}
                  edit={edit}
                  available={available}
                  costs={costs}
                  columns={columns}
                  stores={stores}
                  references={references}
                  nameOf={nameOf}
                  onChange={(draft) => put(record.sku, { ...edit, draft })}
                />
              ))}
            </tbody>
          </table>
        </div>
        {rows.map(({ record: { sku }, edit }) => (
          <VariantProblems
            key={sku}
            sku={sku}
            edit={edit}
            references={references}
            onChange={(next) => put(sku, next)}
          />
        ))}
        <LeaveWarning isDirty={changed.length > 0} />
        {can(session, 'product:edit') && (
          <div className={styles.buttons}>
            <Button type="submit" look="main" size="small" disabled={isSending || changed.length === 0}>
              {t('variants.save', { count: changed.length })}
            </Button>
          </div>
        )}
      </form>
    </Card>
  )
}

const without = <Value,>(values: Readonly<Record<string, Value>>, name: string) =>
  Object.fromEntries(Object.entries(values).filter(([key]) => key !== name))

function VariantRow({
  sku,
  edit: { base, draft },
  available,
  costs,
  columns,
  stores,
  references,
  nameOf,
  onChange,
}: {
  sku: string
  edit: VariantEdit
  available: Row['available']
  costs: Row['costs']
  columns: readonly string[]
  stores: readonly string[]
  references: ProductReferences
  nameOf: (code: string) => string
  onChange: (draft: Draft) => void
}) {
  const { t, number } = useTexts()
  const session = useSession()
  const id = useId()
  const labelled = (label: string) => t('variants.cell', { label, sku })
  const setStore = (store: string, change: Partial<StoreDraft>) =>
    onChange({ ...draft, stores: { ...draft.stores, [store]: { ...draft.stores[store]!, ...change } } })
  return (
    <tr>
      <th scope="row">
        <Link to={paths.product(sku)}>{sku}</Link>
      </th>
      <td>
        <input
          className={styles.ean}
          aria-label={labelled(t('products.gtin'))}
          inputMode="numeric"
          value={draft.fields['gtin'] ?? ''}
          data-changed={draft.fields['gtin'] !== base.fields['gtin'] || undefined}
          onChange={({ target }) => onChange({ ...draft, fields: { ...draft.fields, gtin: target.value } })}
        />
      </td>
      {columns.map((code) => (
        <td key={code}>
          <AttributeCell
            label={labelled(nameOf(code))}
            text={attributeIn(draft, code)}
            isChanged={attributeIn(draft, code) !== attributeIn(base, code)}
            attribute={references.attributes.find((each) => each.code === code)}
            onChange={(text) => onChange(withAttribute(draft, code, text))}
          />
        </td>
      ))}
      {stores.flatMap((store) => {
        const own = draft.stores[store]
        const name = { store: storeName(store) }
        if (!own?.isSold)
          return [
            <td key={`${store} none`} colSpan={3} className={styles.none}>
              –
            </td>,
          ]
        const units = available[store] ?? 0
        return [
          <td key={`${store} price`}>
            <input
              className={styles.price}
              aria-label={labelled(t('product.price_in', name))}
              inputMode="decimal"
              readOnly={!can(session, 'price:edit', store)}
              value={own.price}
              data-changed={own.price !== base.stores[store]?.price || undefined}
              aria-describedby={`${id}-${store}`}
              onChange={({ target }) => setStore(store, { price: target.value })}
            />
            <PriceMargin id={`${id}-${store}`} own={own} cost={costs[storeCurrency(store)] ?? null} />
          </td>,
          <td key={`${store} shown`} className={styles.check}>
            <input
              type="checkbox"
              aria-label={labelled(t('product.shown_in', name))}
              checked={own.isShown}
              disabled={!can(session, 'product:edit', store)}
              onChange={({ target }) => setStore(store, { isShown: target.checked })}
            />
          </td>,
          <td key={`${store} stock`} className={styles.amount}>
            {can(session, 'stock:read', store) ? (
              <Link
                to={paths.stockOf(store, sku)}
                aria-label={labelled(t('variants.stock_in', { ...name, count: number(units) }))}
              >
                {number(units)}
              </Link>
            ) : (
              number(units)
            )}
          </td>,
        ]
      })}
    </tr>
  )
}

/** What the typed price leaves of the purchase cost; a price below it is a warning. */
function PriceMargin({ id, own, cost }: { id: string; own: StoreDraft; cost: number | null }) {
  const { t, number } = useTexts()
  const [price, vat] = [numberIn(own.price), numberIn(own.vat)]
  const isPriced = own.price.trim() !== '' && typeof price === 'number' && typeof vat === 'number'
  const margin = isPriced && cost !== null ? marginPercent(price, vat, cost) : null
  if (margin === null) return null
  return (
    <p id={id} className={styles.margin} data-below={margin < 0 || undefined}>
      {t(margin < 0 ? 'costs.price_below' : 'costs.price_margin', { percent: number(margin) })}
    </p>
  )
}

function AttributeCell({
  label,
  text,
  isChanged,
  attribute,
  onChange,
}: {
  label: string
  text: string
  isChanged: boolean
  attribute: ProductReferences['attributes'][number] | undefined
  onChange: (text: string) => void
}) {
  const { language } = useTexts()
  const cell = { 'aria-label': label, 'data-changed': isChanged || undefined }
  const values = attribute?.values ?? []
  if (!values.some(({ code }) => code === text))
    return <input {...cell} value={text} onChange={({ target }) => onChange(target.value)} />
  return (
    <select {...cell} value={text} onChange={({ target }) => onChange(target.value)}>
      {values.map(({ code, names }) => (
        <option key={code} value={code}>
          {names[language] ?? code}
        </option>
      ))}
    </select>
  )
}

/** Why a row was not saved, and the fields that somebody else has changed too. */
function VariantProblems({
  sku,
  edit,
  references,
  onChange,
}: {
  sku: string
  edit: VariantEdit
  references: ProductReferences
  onChange: (edit: VariantEdit) => void
}) {
  const { t } = useTexts()
  if (edit.refusal === null) return null
  return (
    <section className={styles.problems} aria-label={t('variants.not_saved', { sku })}>
      <h3>{t('variants.not_saved', { sku })}</h3>
      {edit.current === null ? (
        <SaveProblems refusal={edit.refusal} />
      ) : (
        <VersionChoice
          conflicts={conflictsOf(edit, references)}
          chosen={edit.chosen}
          onChoose={(path, side) => onChange({ ...edit, chosen: { ...edit.chosen, [path]: side } })}
          labelOf={(path) => fieldLabel(path, t)}
        />
      )}
    </section>
  )
}
