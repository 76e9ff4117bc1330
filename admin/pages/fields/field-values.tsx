/** The values that an object has of the shop's own fields, as a card of its page. */
import type { FieldValuesAnswer } from '../../../contract/admin/custom-fields.ts'
import { Button } from '../../../ui/button.tsx'
import { apiPaths } from '../../paths.ts'
import { Card } from '../../shell/card.tsx'
import { CheckedForm, Check, Field, RefusalNotice, Select, TextField } from '../../shell/form.tsx'
import { LeaveWarning } from '../../shell/leave-warning.tsx'
import { presentValue, refusalText } from '../../shell/refusals.ts'
import { useChange } from '../../shell/use-change.ts'
import { useEdited } from '../../shell/use-edited.ts'
import { useTexts } from '../../texts.tsx'
import { fieldLabel, fieldName } from './field-words.ts'
import { changedValues, draftOf, inputName, type FieldValues } from './field-draft.ts'
import { PictureInput } from './picture-input.tsx'
import { ReferenceInput } from './reference-input.tsx'
import layout from '../../shell/form-layout.module.css'

type ShownField = FieldValuesAnswer['fields'][number]
type ShownScope = ShownField['scopes'][number]

interface Shown {
  /** As the API names it. */
  object: 'product' | 'customer' | 'company' | 'order' | 'coupon'
  name: string
  answer: FieldValuesAnswer
  /** Of the card. */
  title?: string
}

/** Nothing where no field is defined. */
export function FieldValuesCard(shown: Shown) {
  if (shown.answer.fields.length === 0) return null
  return <ValuesForm key={`${shown.object} ${shown.name}`} {...shown} />
}

function ValuesForm({ object, name, answer, title }: Shown) {
  const { t, language } = useTexts()
  const { fields, values } = answer
  const { base, draft, isChanged, setDraft, reset } = useEdited<FieldValues, ReturnType<typeof draftOf>>(
    values,
    (stored) => draftOf(fields, stored),
  )
  const { isSending, refusal, send } = useChange('PUT', apiPaths.fieldValues(object, name), {
    done: t('fields.saved'),
  })
  const present = presentValue(refusal, base)
  const mayChange = fields.some(({ scopes }) => scopes.some(({ mayChange: may }) => may))
  const refusedField = fields.find(({ key }) => key === refusal?.details['field'])
  // The refusal has the key of the field; people know its name.
  const named = refusal &&
    refusedField && { ...refusal, details: { field: fieldName(refusedField, language) } }
  const problems =
    refusedField === undefined || !named
      ? {}
      : Object.fromEntries(
          refusedField.scopes.map(({ scope }) => [
            inputName(refusedField.key, scope),
            refusalText(t, named.code, named.details),
          ]),
        )
  // A reference that is changed is another one.
  const goneReferences = Object.fromEntries(
    answer.references
      .map(({ field, scope, name: named }) => ({
        named,
        at: inputName(field, scope),
        of: values[field]?.[scope],
      }))
      .filter(({ named, at, of }) => named === null && draft[at] === of)
      .map(({ at }) => [at, t('fields.reference_gone')]),
  )
  return (
    <Card title={title ?? t('fields.title')}>
      <CheckedForm
        className={layout.form}
        refusal={refusal}
        problems={{ ...goneReferences, ...problems }}
        onSubmit={async (event) => {
          event.preventDefault()
          const saved = await send(changedValues(fields, draft, present))
          if (saved !== null) reset()
        }}
      >
        <LeaveWarning isDirty={isChanged && !isSending} />
        {fields.map((field) => {
          const inputs = field.scopes.map((scope) => (
            <ValueInput
              key={scope.scope}
              field={field}
              scope={scope}
              value={draft[inputName(field.key, scope.scope)] ?? ''}
              stored={storedReference(answer, field.key, scope.scope)}
              picture={storedPicture(answer, field.key, scope.scope)}
              onChange={(value) => setDraft({ ...draft, [inputName(field.key, scope.scope)]: value })}
            />
          ))
          return inputs.length === 1 ? (
            inputs
          ) : (
            <div
              key={field.key}
              className={['rich_text', 'picture'].includes(field.kind) ? layout.texts : layout.fields}
            >
              {inputs}
            </div>
          )
        })}
        <RefusalNotice refusal={named ?? refusal} />
        {mayChange && (
          <div className={layout.buttons}>
            <Button type="submit" size="small" disabled={isSending || !isChanged}>
              {t('fields.save')}
            </Button>
          </div>
        )}
      </CheckedForm>
    </Card>
  )
}

/** The value with the name of the object that it refers to; null where it is no reference. */
function storedReference({ references, values }: FieldValuesAnswer, key: string, scope: string) {
  const named = references.find((each) => each.field === key && each.scope === scope)
  return named ? { value: String(values[key]?.[scope] ?? ''), name: named.name } : null
}

/** The value with the path of its picture; null where it is none. */
function storedPicture({ thumbs, values }: FieldValuesAnswer, key: string, scope: string) {
  const found = thumbs.find((each) => each.field === key && each.scope === scope)
  return found ? { value: String(values[key]?.[scope] ?? ''), thumb: found.thumb } : null
}

/** From this many characters on, a text has several lines. */
const longText = 60

function ValueInput({
  field,
  scope,
  value,
  stored,
  picture,
  onChange,
}: {
  field: ShownField
  scope: ShownScope
  value: string
  /** Of a reference. */
  stored: ReturnType<typeof storedReference>
  picture: ReturnType<typeof storedPicture>
  onChange: (value: string) => void
}) {
  const { t, language } = useTexts()
  const label = fieldLabel(field, scope, { t, language })
  const given = {
    label,
    name: inputName(field.key, scope.scope),
    disabled: !scope.mayChange,
    required: field.isRequired,
  }
  switch (field.kind) {
    case 'flag':
      return (
        <Check
          {...given}
          required={false}
          checked={value === 'true'}
          onChange={({ target }) => onChange(String(target.checked))}
        />
      )
    case 'choice': {
      const known = field.options.some(({ code }) => code === value)
      return (
        <Select
          label={label}
          disabled={!scope.mayChange}
          value={value}
          options={[
            { value: '', label: t('resource.none') },
            // An option that was taken away since.
            ...(value === '' || known ? [] : [{ value, label: value }]),
            ...field.options.map(({ code, names }) => ({
              value: code,
              label: names[language] ?? Object.values(names)[0] ?? code,
            })),
          ]}
          onChange={onChange}
        />
      )
    }
    case 'text':
      return value.length > longText || value.includes('\n') ? (
        <TextField
          {...given}
          value={value}
          rows={4}
          maxLength={2000}
          onChange={({ target }) => onChange(target.value)}
        />
      ) : (
        <Field {...given} value={value} maxLength={2000} onChange={({ target }) => onChange(target.value)} />
      )
    case 'rich_text':
      return (
        <TextField
          {...given}
          value={value}
          rows={8}
          maxLength={20_000}
          onChange={({ target }) => onChange(target.value)}
        />
      )
    case 'picture':
      return <PictureInput {...given} value={value} stored={picture} onChange={onChange} />
    case 'reference':
      return (
        <ReferenceInput
          {...given}
          refersTo={field.refersTo ?? 'product'}
          value={value}
          stored={stored}
          onChange={onChange}
        />
      )
    case 'number':
    case 'date':
      return (
        <Field
          {...given}
          type={field.kind}
          {...(field.kind === 'number' && { step: 'any' })}
          value={value}
          onChange={({ target }) => onChange(target.value)}
        />
      )
  }
}
