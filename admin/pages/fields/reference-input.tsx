/** A reference: the name of another object, which the search of the back office offers, and the way to its page. */
import { useId } from 'react'
import { Link } from 'react-router'
import type { FieldValuesAnswer } from '../../../contract/admin/custom-fields.ts'
import { paths } from '../../paths.ts'
import { Field } from '../../shell/form.tsx'
import { useSearch } from '../../shell/use-search.ts'
import { useTexts } from '../../texts.tsx'
import layout from '../../shell/form-layout.module.css'

type Target = NonNullable<FieldValuesAnswer['fields'][number]['refersTo']>

const pageOf = {
  product: paths.product,
  customer: paths.customer,
  order: paths.order,
  coupon: paths.coupon,
} as const satisfies Record<Target, (name: string) => string>

export function ReferenceInput({
  label,
  name,
  disabled,
  required,
  refersTo,
  value,
  stored,
  onChange,
}: {
  label: string
  name: string
  disabled: boolean
  required: boolean
  refersTo: Target
  value: string
  /** The stored value with the name of its object; null where that is gone. */
  stored: { value: string; name: string | null } | null
  onChange: (value: string) => void
}) {
  const { t } = useTexts()
  const id = useId()
  const isStored = stored !== null && stored.value === value
  // Nothing is searched before somebody types.
  const hits = useSearch(isStored ? '' : value.trim()).filter(({ kind }) => kind === refersTo)
  return (
    <div className={layout.linked}>
      <Field
        label={label}
        name={name}
        disabled={disabled}
        required={required}
        list={id}
        maxLength={100}
        autoComplete="off"
        hint={t(`fields.reference_${refersTo}`)}
        value={value}
        onChange={({ target }) => onChange(target.value)}
      />
      <datalist id={id}>
        {hits.map((hit) => (
          <option key={hit.id} value={hit.id}>
            {[hit.title, hit.detail].filter(Boolean).join(' · ')}
          </option>
        ))}
      </datalist>
      {isStored && stored.name !== null && <Link to={pageOf[refersTo](value)}>{stored.name}</Link>}
    </div>
  )
}
