/** The form of a coupon. Its fields follow from the chosen kind, as the registry of kinds describes it. */
import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { CouponPage, CreatedCoupon, EditedCoupon } from '../../../contract/admin/coupons.ts'
import { Button } from '../../../ui/button.tsx'
import type { Refusal } from '../../api-client.ts'
import { apiPaths, paths } from '../../paths.ts'
import { useSession } from '../../session.ts'
import { Card } from '../../shell/card.tsx'
import { Check, Field, RefusalNotice, Select } from '../../shell/form.tsx'
import { LeaveWarning } from '../../shell/leave-warning.tsx'
import { presentValue } from '../../shell/refusals.ts'
import { storeName } from '../../store-name.ts'
import { useChange } from '../../shell/use-change.ts'
import { VersionChoice } from '../../shell/version-choice.tsx'
import { isSame, mergeVersions, type Conflict, type Side } from '../../shell/versions.ts'
import { useTexts, type Translate } from '../../texts.tsx'
import { draftOf, isCheckField, isProductField, plainFields, recordOf } from './coupon-draft.ts'
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
  // The coupon that the draft was made from, and its draft.
  const [base, setBase] = useState(() => ({
    coupon: coupon as EditedCoupon | null,
    draft: draftOf(coupon, kinds),
  }))
  const [draft, setDraft] = useState(base.draft)
  const [chosen, setChosen] = useState<Readonly<Record<string, Side>>>({})
  const [isDone, setDone] = useState(false)
  const { isSending, refusal, send } = useChange<CreatedCoupon>(
    coupon === null ? 'POST' : 'PUT',
    coupon === null ? apiPaths.coupons : apiPaths.coupon(coupon.code),
    { done: t('coupons.saved') },
  )
  const isChanged = !isSame(draft, base.draft)
  // An undo, or somebody else: a form in which nothing was typed follows, one with changes keeps them.
  if (!isChanged && !isSending && coupon !== null && !isSame(coupon.fields, base.coupon?.fields)) {
    setBase({ coupon, draft: draftOf(coupon, kinds) })
    setDraft(draftOf(coupon, kinds))
    setChosen({})
  }
  const set = (name: string) => (value: string) => setDraft((before) => ({ ...before, [name]: value }))
  const problems = problemsOf(refusal)
  const control = (field: CouponField) => (
    <FieldControl
      key={field.name}
      field={field}
      value={draft[field.name] ?? ''}
      problem={problems.find((each) => each.field === field.name)}
      onChange={set(field.name)}
    />
  )
  const problemOf = (name: string) => {
    const found = problems.find(({ field }) => field === name)
    return found && problemText(t, found.code)
  }
  const kind = draft['kind'] ?? 'global'
  const isReadOnly = coupon !== null && !coupon.may_edit
  const current = presentValue<EditedCoupon | null>(refusal, null)
  const merged =
    current === null
      ? null
      : mergeVersions({ base: base.draft, mine: draft, theirs: draftOf(current, kinds) }, chosen)
  const save = async () => {
    const [edited, wanted] =
      current === null || merged === null ? [base.coupon, draft] : [current, merged.value]
    if (current !== null) {
      // The next refusal is about changes since the version that was just shown.
      setBase({ coupon: current, draft: draftOf(current, kinds) })
      setDraft(wanted)
      setChosen({})
    }
    const fields = recordOf(wanted, kinds, stores, edited)
    setDone(true)
    const saved = await send(edited === null ? { fields } : { fields, expected: edited.fields })
    if (saved === null) setDone(false)
    else if (coupon === null) void navigate(paths.coupon(saved.code))
    else {
      setBase({ coupon: edited, draft: wanted })
      setDone(false)
    }
  }
  return (
    <form
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
            problem={problemOf('code')}
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
        <p className={problemOf('stores') ? styles.problem : styles.explain}>
          {problemOf('stores') ?? t('coupons.stores_hint')}
        </p>
        <div className={layout.fields}>
          {(['valid_from', 'valid_to'] as const).map((name) => (
            <Text
              key={name}
              type="datetime-local"
              label={t(`coupons.${name}`)}
              hint={t('coupons.time_hint')}
              problem={problemOf(name)}
              value={draft[name] ?? ''}
              onChange={set(name)}
            />
          ))}
          {plainFields.limits.map(control)}
        </div>
      </Card>
      <Card title={t('coupons.labels')}>
        <div className={layout.fields}>
          <Text
            label={t('coupons.label')}
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
      {merged === null ? (
        <RefusalNotice refusal={refusal} />
      ) : (
        <VersionChoice
          conflicts={merged.conflicts.map((conflict) => shown(t, conflict))}
          chosen={chosen}
          onChoose={(path, side) => setChosen({ ...chosen, [path]: side })}
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
    </form>
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
  problem,
  onChange,
}: {
  field: CouponField
  value: string
  problem: Problem | undefined
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
      problem={problem && problemText(t, problem.code)}
      value={value}
      onChange={onChange}
      {...(isNumber && { inputMode: 'decimal' as const })}
    />
  )
}

function Text({
  label,
  hint,
  problem,
  value,
  onChange,
  type = 'text',
  inputMode,
}: {
  label: string
  hint?: string | undefined
  problem?: string | undefined
  value: string
  onChange: (value: string) => void
  type?: 'text' | 'datetime-local'
  inputMode?: 'decimal'
}) {
  const note = problem ?? hint
  return (
    <Field
      label={label}
      {...(note !== undefined && { hint: note })}
      type={type}
      value={value}
      {...(inputMode && { inputMode })}
      aria-invalid={problem !== undefined || undefined}
      onChange={({ target }) => onChange(target.value)}
    />
  )
}
