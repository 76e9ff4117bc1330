/** The form of a product: the four stores side by side, then what they share. */
import { useId, useState } from 'react'
import { useNavigate } from 'react-router'
import type {
  FitPreview,
  ProductPage,
  ProductReferences,
  SavedProduct,
} from '../../../contract/admin/product-page.ts'
import { Button } from '../../../ui/button.tsx'
import { sendApi } from '../../api-client.ts'
import { apiPaths, paths } from '../../paths.ts'
import { useSession } from '../../session.ts'
import { Card } from '../../shell/card.tsx'
import { Check, CheckedForm, Field, Select, TextField } from '../../shell/form.tsx'
import { LeaveWarning } from '../../shell/leave-warning.tsx'
import { storeCurrency, storeName } from '../../store-name.ts'
import { useChange } from '../../shell/use-change.ts'
import { useMergedEdit } from '../../shell/use-edited.ts'
import { VersionChoice } from '../../shell/version-choice.tsx'
import { showToast } from '../../shell/toasts.tsx'
import { useTexts } from '../../texts.tsx'
import { marginPercent } from '../../pricing/margin.ts'
import { attributeName } from '../facets/attribute-name.ts'
import { CategoryField } from './category-field.tsx'
import {
  draftOf,
  editedRecord,
  numberIn,
  partsOf,
  plainFields,
  recordOf,
  relationNames,
  type Draft,
  type EditedRecord,
  type StoreDraft,
} from './product-draft.ts'
import { SaveProblems, fieldLabel, problemsByField, roundedText } from './product-problems.tsx'
import layout from '../../shell/form-layout.module.css'
import styles from './product.module.css'

export function ProductForm({
  page,
  references,
}: {
  page: ProductPage | null
  references: ProductReferences
}) {
  const { t } = useTexts()
  const navigate = useNavigate()
  const { stores } = useSession()
  const former = page && editedRecord(page)
  const codes = stores.map(({ code }) => code)
  const [isDone, setDone] = useState(false)
  const { isSending, refusal, send } = useChange<SavedProduct>(
    page === null ? 'POST' : 'PUT',
    former === null ? apiPaths.resource('products') : apiPaths.product(former.sku),
    { done: t('product.saved') },
  )
  const { draft, isChanged, setDraft, versions, takeNext, reset } = useMergedEdit<EditedRecord | null, Draft>(
    former,
    (record) => draftOf(record, codes, references),
    { empty: draftOf(null, codes, references), refusal },
  )
  const set = (change: Partial<Draft>) => setDraft({ ...draft, ...change })
  const save = async () => {
    const { base, draft: wanted } = takeNext()
    const next = recordOf(wanted, base, references.attributes)
    setDone(true)
    const saved = await send(base === null ? { record: next } : { record: next, expected: base })
    if (saved !== null && saved.rounded.length > 0)
      showToast({ title: t('product.rounded'), text: roundedText(saved.rounded) })
    if (saved !== null && page === null) return navigate(paths.product(saved.sku))
    if (saved !== null) reset()
    setDone(false)
  }
  const brandChoice = (
    <Select
      label={t('products.brand')}
      value={draft.brand}
      options={[
        { value: '', label: t('product.none') },
        ...references.brands.map(({ slug, name }) => ({ value: slug, label: name })),
      ]}
      onChange={(brand) => set({ brand })}
    />
  )
  return (
    <CheckedForm
      refusal={refusal}
      problems={problemsByField(refusal, t)}
      className={layout.form}
      noValidate
      onSubmit={async (event) => {
        event.preventDefault()
        await save()
      }}
    >
      {page === null && (
        <Card title={t('order.product')}>
          <div className={styles.fields}>
            <Field
              label={t('orders.sku')}
              value={draft.sku}
              name="sku"
              aria-required
              onChange={({ target }) => set({ sku: target.value })}
            />
            {brandChoice}
          </div>
        </Card>
      )}
      <Card title={t('product.stores')}>
        <div className={styles.stores}>
          {codes.map((store) => (
            <StoreFields
              key={store}
              store={store}
              draft={draft.stores[store]!}
              stock={former?.stores[store]?.stock.available}
              cost={page?.costs[storeCurrency(store)] ?? null}
              isNew={former?.stores[store] === undefined}
              isOnly={codes.every((code) => (draft.stores[code]?.isSold === true) === (code === store))}
              onChange={(change) =>
                set({ stores: { ...draft.stores, [store]: { ...draft.stores[store]!, ...change } } })
              }
            />
          ))}
        </div>
      </Card>
      <SeoTexts codes={codes} draft={draft} onChange={(stores) => set({ stores })} />
      <Card title={t('product.categories')}>
        <CategoryField
          categories={references.categories}
          codes={partsOf(draft.categories)}
          onChange={(categories) => set({ categories: categories.join(', ') })}
        />
      </Card>
      <Card title={t('product.facts')}>
        <div className={styles.fields}>
          {page !== null && brandChoice}
          <Field
            label={t('product.variant_of')}
            value={draft.variantOf}
            onChange={({ target }) => set({ variantOf: target.value })}
          />
          {plainFields.map(([name]) => (
            <Field
              key={name}
              label={name === 'gtin' ? t('products.gtin') : t(`product.field_${name}`)}
              value={draft.fields[name] ?? ''}
              name={name}
              onChange={({ target }) => set({ fields: { ...draft.fields, [name]: target.value } })}
            />
          ))}
        </div>
      </Card>
      <Attributes draft={draft} references={references} onChange={(attributes) => set({ attributes })} />
      <Card title={t('product.relations')}>
        <div className={styles.fields}>
          {relationNames.map((name) => (
            <Field
              key={name}
              label={t(`product.relation_${name}`)}
              value={draft.relations[name] ?? ''}
              onChange={({ target }) => set({ relations: { ...draft.relations, [name]: target.value } })}
            />
          ))}
        </div>
      </Card>
      <Fits value={draft.fits} onChange={(fits) => set({ fits })} />
      {versions !== null && <VersionChoice {...versions} labelOf={(path) => fieldLabel(path, t)} />}
      <SaveProblems refusal={versions === null ? refusal : null} isBesideFields />
      <LeaveWarning isDirty={!isDone && isChanged} />
      {(page === null || page.editable.length > 0) && (
        <div className={layout.buttons}>
          <Button type="submit" look="main" size="small" disabled={isSending}>
            {t('coupons.save')}
          </Button>
        </div>
      )}
    </CheckedForm>
  )
}

function StoreFields({
  store,
  draft,
  stock,
  cost,
  isNew,
  isOnly,
  onChange,
}: {
  store: string
  draft: StoreDraft
  stock: number | undefined
  /** What the product costs the shop in the currency of the store; null: unknown, or not for this person. */
  cost: number | null
  /** The store does not have the product yet; afterwards it can only be discontinued there. */
  isNew: boolean
  /** No other store sells it: its fields have the whole width. */
  isOnly: boolean
  onChange: (change: Partial<StoreDraft>) => void
}) {
  const { t, money, number } = useTexts()
  const name = storeName(store)
  const path = (field: keyof StoreDraft) => `stores.${store}.${field}`
  const [price, vat] = [numberIn(draft.price), numberIn(draft.vat)]
  const priceHint = (amount: number, percent: number) => {
    const exVat = money(amount / (1 + percent / 100), storeCurrency(store))
    const margin = cost === null ? null : marginPercent(amount, percent, cost)
    const text = t('product.without_vat', { amount: exVat })
    if (margin === null) return text
    return `${text} · ${t(margin < 0 ? 'costs.price_below' : 'costs.price_margin', { percent: number(margin) })}`
  }
  const isPriced = draft.price.trim() !== '' && typeof price === 'number' && typeof vat === 'number'
  return (
    <div className={styles.store} data-only={isOnly || undefined}>
      {isNew ? (
        <Check
          label={t('product.sold_here', { store: name })}
          checked={draft.isSold}
          onChange={({ target }) => onChange({ isSold: target.checked })}
        />
      ) : (
        <h3>{name}</h3>
      )}
      {draft.isSold && (
        <>
          <Field
            label={t('product.name_in', { store: name })}
            value={draft.name}
            name={path('name')}
            onChange={({ target }) => onChange({ name: target.value })}
          />
          <Field
            label={t('product.slug_in', { store: name })}
            value={draft.slug}
            name={path('slug')}
            {...(isNew && { hint: t('product.slug_hint') })}
            onChange={({ target }) => onChange({ slug: target.value })}
          />
          <TextField
            label={t('product.text_in', { store: name })}
            value={draft.description}
            name={path('description')}
            onChange={({ target }) => onChange({ description: target.value })}
          />
          <Field
            label={t('product.price_in', { store: name })}
            inputMode="decimal"
            value={draft.price}
            name={path('price')}
            {...(isPriced && { hint: priceHint(price, vat) })}
            onChange={({ target }) => onChange({ price: target.value })}
          />
          <Field
            label={t('product.vat_in', { store: name })}
            inputMode="decimal"
            value={draft.vat}
            name={path('vat')}
            onChange={({ target }) => onChange({ vat: target.value })}
          />
          <Check
            label={t('product.shown_in', { store: name })}
            checked={draft.isShown}
            onChange={({ target }) => onChange({ isShown: target.checked })}
          />
          {stock !== undefined && <p className={styles.soft}>{t('product.stock_now', { count: stock })}</p>}
        </>
      )}
    </div>
  )
}

/** Characters after which search engines cut, about: they measure the width of the text. */
const shownLengths = { title: 60, description: 155 }

/** What search engines and shared links show of the product's page in each store that sells it. */
function SeoTexts({
  codes,
  draft: { stores },
  onChange,
}: {
  codes: readonly string[]
  draft: Draft
  onChange: (stores: Draft['stores']) => void
}) {
  const { t } = useTexts()
  const lengthOf = (text: string, most: number) =>
    t('product.seo_length', { count: [...text.trim()].length, most })
  return (
    <Card title={t('product.seo')}>
      <p className={styles.soft}>{t('product.seo_intro')}</p>
      <div className={styles.stores}>
        {codes.map((store) => {
          const own = stores[store]!
          if (!own.isSold) return null
          const name = storeName(store)
          const change = (texts: Partial<StoreDraft>) =>
            onChange({ ...stores, [store]: { ...own, ...texts } })
          return (
            <div key={store} className={styles.store}>
              <Field
                label={t('product.seo_title_in', { store: name })}
                value={own.seoTitle}
                name={`stores.${store}.seoTitle`}
                hint={lengthOf(own.seoTitle, shownLengths.title)}
                onChange={({ target }) => change({ seoTitle: target.value })}
              />
              <TextField
                label={t('product.seo_text_in', { store: name })}
                value={own.seoDescription}
                name={`stores.${store}.seoDescription`}
                hint={lengthOf(own.seoDescription, shownLengths.description)}
                onChange={({ target }) => change({ seoDescription: target.value })}
              />
            </div>
          )
        })}
      </div>
    </Card>
  )
}

/** A field that suggests known values. */
function Listed({
  label,
  options,
  value,
  onChange,
}: {
  label: string
  options: readonly string[]
  value: string
  onChange: (value: string) => void
}) {
  const id = useId()
  return (
    <div>
      <Field label={label} list={id} value={value} onChange={({ target }) => onChange(target.value)} />
      <datalist id={id}>
        {options.map((option) => (
          <option key={option} value={option}>
            {option}
          </option>
        ))}
      </datalist>
    </div>
  )
}

function Attributes({
  draft: { attributes },
  references,
  onChange,
}: {
  draft: Draft
  references: ProductReferences
  onChange: (attributes: Draft['attributes']) => void
}) {
  const { t, language } = useTexts()
  const known = new Map(references.attributes.map((each) => [each.code, each]))
  const nameOf = (code: string) => attributeName(known.get(code) ?? { code, unit: null, names: {} }, language)
  // Two attributes may differ in their unit alone.
  const labelOf = (code: string) => {
    const unit = known.get(code)?.unit
    return unit ? `${nameOf(code)} (${unit})` : nameOf(code)
  }
  const free = references.attributes.filter(({ code }) => attributes.every((each) => each.code !== code))
  return (
    <Card title={t('product.attributes')}>
      <div className={styles.fields}>
        {attributes.map(({ code, text }) => {
          const attribute = known.get(code)
          const label = labelOf(code)
          const options =
            attribute?.kind === 'flag' ? ['true', 'false'] : attribute?.values.map((each) => each.code)
          return (
            <Listed
              key={code}
              label={label}
              options={options ?? []}
              value={text}
              onChange={(value) =>
                onChange(attributes.map((each) => (each.code === code ? { code, text: value } : each)))
              }
            />
          )
        })}
      </div>
      <div className={styles.fields}>
        <Select
          label={t('product.add_attribute')}
          value=""
          options={[
            { value: '', label: t('product.none') },
            ...free.map(({ code }) => ({ value: code, label: labelOf(code) })),
          ]}
          onChange={(code) => code !== '' && onChange([...attributes, { code, text: '' }])}
        />
      </div>
    </Card>
  )
}

/** The devices that the product fits: their owners find it by them. */
function Fits({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const { t } = useTexts()
  const [found, setFound] = useState<FitPreview | null>(null)
  const preview = async () => {
    const fits = value.split('\n').map((line) => line.trim())
    const answer = await sendApi<FitPreview>('POST', apiPaths.fitPreview, {
      fits: fits.filter((line) => line !== ''),
    })
    if (answer.ok) setFound(answer.data)
  }
  return (
    <Card title={t('product.fits')}>
      <TextField
        label={t('product.fits_hint')}
        value={value}
        onChange={({ target }) => onChange(target.value)}
      />
      <div className={layout.buttons}>
        <Button size="small" onClick={() => void preview()}>
          {t('product.fits_preview')}
        </Button>
      </div>
      <ul className={styles.list} aria-live="polite">
        {found?.fits.map(({ fit, devices }) => (
          <li key={fit}>
            {devices.length > 0
              ? t('product.fits_found', { fit, devices: devices.join(', ') })
              : t('product.fits_lost', { fit })}
          </li>
        ))}
      </ul>
    </Card>
  )
}
