/** The form of a coupon. Its fields follow from the chosen kind, as the registry of kinds describes it. */
import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { CouponPage, CreatedCoupon, EditedCoupon } from '../../../contract/admin/coupons.ts'
import { Button } from '../../../ui/button.tsx'
import type { Refusal } from '../../api-client.ts'
import { apiPaths, paths } from '../../paths.ts'
import { useSession } from '../../session.ts'
import { Card } from '../../shell/card.tsx'
import { Check, CheckedForm, Field, RefusalNotice, Select } from '../../shell/form.tsx'
import { LeaveWarning } from '../../shell/leave-warning.tsx'
import { storeName } from '../../store-name.ts'
import { useChange } from '../../shell/use-change.ts'
import { useMergedEdit } from '../../shell/use-edited.ts'
import { VersionChoice } from '../../shell/version-choice.tsx'
import type { Conflict } from '../../shell/versions.ts'
import { useTexts, type Translate } from '../../texts.tsx'
import { draftOf, isCheckField, isProductField, plainFields, recordOf, type Draft } from './coupon-draft.ts'
import {
  draftLabel,
  fieldText,
  kindExplanation,
  kindText,
  problemText,
  type CouponField,
  type CouponKinds,
} from './coupon-words.ts'
import layout from '../../shell/form-layout.module.css'
import styles from './coupons.module.css'

interface Problem {
  field: string | null
  code: string
}

export function CouponForm({ coupon, kinds }: { coupon: CouponPage | null; kinds: CouponKinds }) {
  const { t } = useTexts()
  const navigate = useNavigate()
  const stores = useSession().stores.map(({ code }) => code)
  const [isDone, setDone] = useState(false)
  const { isSending, refusal, send } = useChange<CreatedCoupon>(
    coupon === null ? 'POST' : 'PUT',
    coupon === null ? apiPaths.coupons : apiPaths.coupon(coupon.code),
    { done: t('coupons.saved') },
  )
  const { draft, isChanged, setDraft, versions, takeNext, reset } = useMergedEdit<EditedCoupon | null, Draft>(
    coupon,
    (stored) => draftOf(stored, kinds),
    { empty: draftOf(null, kinds), refusal },
  )
  const set = (name: string) => (value: string) => setDraft({ ...draft, [name]: value })
  const problems = problemsOf(refusal)
  const problemByField = Object.fromEntries(
    problems.flatMap(({ field, code }) => (field === null ? [] : [[field, problemText(t, code)]])),
  )
  const control = (field: CouponField) => (
    <FieldControl key={field.name} field={field} value={draft[field.name] ?? ''} onChange={set(field.name)} />
  )
  const kind = draft['kind'] ?? 'global'
  const isReadOnly = coupon !== null && !coupon.mayEdit
  const save = async () => {
    const { base, draft: wanted } = takeNext()
    const fields = recordOf(wanted, kinds, stores, base)
    setDone(true)
    const saved = await send(base === null ? { fields } : { fields, expected: base.fields })
    if (saved !== null && coupon === null) return navigate(paths.coupon(saved.code))
    if (saved !== null) reset()
    setDone(false)
  }
  return (
    <CheckedForm
      refusal={refusal}
      problems={problemByField}
      className={layout.form}
      noValidate
      onSubmit={async (event) => {
        event.preventDefault()
        await save()
      }}
    >
      <Card title={t('coupons.kind')}>
        {coupon === null && (
          <Text
            label={t('coupons.code')}
            hint={t('coupons.code_hint')}
            name="code"
            value={draft['code'] ?? ''}
            onChange={set('code')}
          />
        )}
        <Select
          label={t('coupons.kind')}
          value={kind}
          options={kinds.map(({ name }) => ({ value: name, label: kindText(t, name) }))}
          onChange={set('kind')}
        />
        <p className={styles.explain}>{kindExplanation(t, kind)}</p>
        <div className={layout.fields}>{kinds.find(({ name }) => name === kind)?.fields.map(control)}</div>
      </Card>
      <Card title={t('coupons.conditions')}>
        <div className={layout.fields}>{plainFields.conditions.map(control)}</div>
      </Card>
      <Card title={t('coupons.validity')}>
        <fieldset className={styles.stores}>
          <legend>{t('orders.store')}</legend>
          {stores.map((store) => (
            <Check
              key={store}
              label={storeName(store)}
              checked={draft[`store_${store}`] === 'yes'}
              onChange={({ target }) => set(`store_${store}`)(target.checked ? 'yes' : '')}
            />
          ))}
        </fieldset>
        <p className={problemByField['stores'] ? styles.problem : styles.explain}>
          {problemByField['stores'] ?? t('coupons.stores_hint')}
        </p>
        <div className={layout.fields}>
          {(['valid_from', 'valid_to'] as const).map((name) => (
            <Text
              key={name}
              type="datetime-local"
              label={draftLabel(t, name)}
              hint={t('coupons.time_hint')}
              name={name}
              value={draft[name] ?? ''}
              onChange={set(name)}
            />
          ))}
          {plainFields.limits.map(control)}
        </div>
      </Card>
      <Card title={t('coupons.label')}>
        <div className={layout.fields}>
          <Text
            label={t('coupons.label_everywhere')}
            hint={t('coupons.label_hint')}
            value={draft['discount_label'] ?? ''}
            onChange={set('discount_label')}
          />
          {stores.map((store) => (
            <Text
              key={store}
              label={t('coupons.label_in', { store: storeName(store) })}
              value={draft[`label_${store}`] ?? ''}
              onChange={set(`label_${store}`)}
            />
          ))}
        </div>
      </Card>
      {versions === null ? (
        <RefusalNotice refusal={refusal} />
      ) : (
        <VersionChoice
          {...versions}
          conflicts={versions.conflicts.map((conflict) => shown(t, conflict))}
          labelOf={(path) => draftLabel(t, path)}
        />
      )}
      {problems
        .filter(({ field }) => field === null)
        .map(({ code }) => (
          <p key={code} className={styles.problem} role="alert">
            {problemText(t, code)}
          </p>
        ))}
      <LeaveWarning isDirty={!isDone && isChanged} />
      {!isReadOnly && (
        <div className={layout.buttons}>
          <Button type="submit" look="main" size="small" disabled={isSending}>
            {t('coupons.save')}
          </Button>
        </div>
      )}
    </CheckedForm>
  )
}

function problemsOf(refusal: Refusal | null): readonly Problem[] {
  const problems = refusal?.details['problems']
  return Array.isArray(problems) ? (problems as Problem[]) : []
}

/** A conflict with its values as the form shows them. */
function shown(t: Translate, conflict: Conflict): Conflict {
  const { path, mine, theirs } = conflict
  if (path === 'kind') return { path, mine: kindText(t, String(mine)), theirs: kindText(t, String(theirs)) }
  const isCheck = [mine, theirs].every((value) => value === undefined || value === '' || value === 'yes')
  return isCheck ? { path, mine: mine === 'yes', theirs: theirs === 'yes' } : conflict
}

function FieldControl({
  field,
  value,
  onChange,
}: {
  field: CouponField
  value: string
  onChange: (value: string) => void
}) {
  const { t } = useTexts()
  const label = fieldText(t, field.name)
  if (isCheckField(field))
    return (
      <Check
        label={label}
        checked={value === 'yes'}
        onChange={({ target }) => onChange(target.checked ? 'yes' : '')}
      />
    )
  const isList = field.type === 'ids' || (field.type === 'texts' && field.name !== 'gift_sku')
  const hint = isProductField(field) ? t('coupons.skus_hint') : isList ? t('coupons.ids_hint') : undefined
  const isNumber = !isList && field.type !== 'texts'
  return (
    <Text
      label={label}
      hint={hint}
      name={field.name}
      value={value}
      onChange={onChange}
      {...(isNumber && { inputMode: 'decimal' as const })}
    />
  )
}

function Text({
  onChange,
  ...field
}: {
  label: string
  hint?: string | undefined
  name?: string
  value: string
  onChange: (value: string) => void
  type?: 'datetime-local'
  inputMode?: 'decimal'
}) {
  return <Field {...field} onChange={({ target }) => onChange(target.value)} />
}
