/** The fields that a person fills in: of an action, or of the form of a row. */
import { useEffect, useState } from 'react'
import type { MappingsAnswer } from '../../../contract/admin/imports.ts'
import type { ResourceDescription, RowValue } from '../../../contract/admin/resources.ts'
import { ApiError, readApi } from '../../api-client.ts'
import { apiPaths } from '../../paths.ts'
import { useSession } from '../../session.ts'
import { storeName } from '../../store-name.ts'
import { Check, Field, Select, TextField } from '../../shell/form.tsx'
import { useTexts } from '../../texts.tsx'
import { useFacetOptions } from '../facets/product-facets.ts'
import { AmountField } from '../settings/amount-field.tsx'
import layout from '../../shell/form-layout.module.css'
import { resourceWords } from '../../shell/resource-words.ts'

export type ResourceInput = NonNullable<ResourceDescription['form']>['inputs'][number]

/** Name of the input → its value as the API takes it. */
export type Values = Readonly<Record<string, RowValue | undefined>>

/** The values of a row, or those of a new one. `store`: the one that the person works in. */
export function valuesOf(inputs: readonly ResourceInput[], row: Values, store: string | null): Values {
  return Object.fromEntries(
    inputs.map(({ name, kind, initial }) => {
      const value = row[name]
      if (value !== undefined && value !== null) return [name, value]
      switch (kind) {
        case 'choice':
        case 'category':
        case 'mapping':
          return [name, '']
        case 'integer':
        case 'flag':
          return [name, initial]
        case 'store':
          return [name, store]
        case 'texts':
        case 'codes':
        case 'stores':
        case 'products':
          return [name, []]
        case 'text':
        case 'longText':
        case 'seen':
        case 'secret':
        case 'amount':
        case 'day':
          return [name, '']
      }
    }),
  )
}

/** Whether every field that has to be filled in is. */
export const areComplete = (inputs: readonly ResourceInput[], values: Values): boolean =>
  inputs.every(({ name, isRequired }) => {
    const value = values[name]
    return !isRequired || (Array.isArray(value) ? value.length > 0 : value !== '' && value !== null)
  })

export function InputFields({
  resource,
  inputs,
  values,
  onChange,
}: {
  resource: ResourceDescription
  inputs: readonly ResourceInput[]
  values: Values
  onChange: (values: Values) => void
}) {
  const field = (input: ResourceInput) => (
    <InputField
      key={input.name}
      resource={resource}
      input={input}
      value={values[input.name]}
      onChange={(value) => onChange({ ...values, [input.name]: value })}
    />
  )
  return groupsOf(inputs).map((group) =>
    group.length === 1 ? (
      field(group[0]!)
    ) : (
      <div key={group[0]!.name} className={layout.fields}>
        {group.map(field)}
      </div>
    ),
  )
}

/** Inputs that mean the same in several stores are shown side by side. */
function groupsOf(inputs: readonly ResourceInput[]): ResourceInput[][] {
  const groups: ResourceInput[][] = []
  for (const input of inputs) {
    const last = groups.at(-1)
    const isSame = input.inStore !== null && last?.[0]?.inStore?.label === input.inStore.label
    if (isSame) last.push(input)
    else groups.push([input])
  }
  return groups
}

function InputField({
  resource,
  input,
  value,
  onChange,
}: {
  resource: ResourceDescription
  input: ResourceInput
  value: RowValue | undefined
  onChange: (value: RowValue) => void
}) {
  const { t, keys } = useTexts()
  const { stores, grants } = useSession()
  const words = resourceWords(t, resource)
  const { name, kind, options, most, least, rows, isRequired } = input
  const label = words.field(input)
  const hint = words.hint(keys, name)
  const longest = most === null ? {} : { maxLength: most }
  switch (kind) {
    case 'text':
      return (
        <Field
          label={label}
          hint={hint}
          name={name}
          value={String(value ?? '')}
          required={isRequired}
          {...longest}
          onChange={({ target }) => onChange(target.value)}
        />
      )
    case 'seen':
      // On several lines where it is long: all of it is to be seen.
      return <TextField label={label} name={name} value={String(value ?? '')} rows={2} readOnly />
    case 'secret':
      return (
        <Field
          label={label}
          name={name}
          type="password"
          // Not the person's own password at the shop.
          autoComplete="new-password"
          value={String(value ?? '')}
          required={isRequired}
          {...longest}
          onChange={({ target }) => onChange(target.value)}
        />
      )
    case 'longText':
      return (
        <TextField
          label={label}
          hint={hint}
          name={name}
          value={String(value ?? '')}
          rows={rows ?? 5}
          required={isRequired}
          {...longest}
          onChange={({ target }) => onChange(target.value)}
        />
      )
    case 'texts':
    case 'products':
      return (
        <TextsField
          label={label}
          name={name}
          isRequired={isRequired}
          value={value as string[]}
          onChange={onChange}
        />
      )
    case 'codes':
    case 'stores':
      return (
        <CodesField
          label={label}
          codes={options.map((code) => ({ code, label: kind === 'stores' ? storeName(code) : code }))}
          note={kind === 'stores' ? t('resource.all_stores') : null}
          value={value as string[]}
          onChange={onChange}
        />
      )
    case 'flag':
      return (
        <Check
          label={label}
          name={name}
          checked={value === true}
          onChange={({ target }) => onChange(target.checked)}
        />
      )
    case 'integer':
      return (
        <Field
          label={label}
          name={name}
          type="number"
          value={String(value ?? '')}
          required={isRequired}
          {...(least !== null && { min: least })}
          {...(most !== null && { max: most })}
          onChange={({ target }) => onChange(target.value === '' ? '' : target.valueAsNumber)}
        />
      )
    case 'amount':
      return (
        <AmountField
          label={label}
          hint={hint}
          name={name}
          value={typeof value === 'number' ? value : null}
          isOptional={!isRequired}
          onChange={(amount) => onChange(amount ?? '')}
        />
      )
    case 'day':
      return (
        <Field
          label={label}
          hint={hint}
          name={name}
          type="date"
          value={String(value ?? '')}
          required={isRequired}
          onChange={({ target }) => onChange(target.value)}
        />
      )
    case 'category':
      return <CategorySelect label={label} value={String(value ?? '')} onChange={onChange} />
    case 'mapping':
      return <MappingSelect label={label} value={String(value ?? '')} onChange={onChange} />
    case 'choice':
      return (
        <Select
          label={label}
          value={String(value)}
          options={[
            ...(isRequired
              ? value === ''
                ? [{ value: '', label: t('resource.choose') }]
                : []
              : [{ value: '', label: t('resource.none') }]),
            ...options.map((code) => ({ value: code, label: words.code(name, code) })),
          ]}
          onChange={onChange}
        />
      )
    case 'store': {
      const held = resource.form === null ? [] : (grants[resource.form.permission] ?? [])
      return (
        <Select
          label={t('orders.store')}
          value={String(value)}
          options={stores
            .filter(({ code }) => held.includes(code))
            .map(({ code, name: country }) => ({ value: code, label: country }))}
          onChange={onChange}
        />
      )
    }
  }
}

/** Some of the codes, in their order. `note`: what none of them means. */
function CodesField({
  label,
  codes,
  note,
  value,
  onChange,
}: {
  label: string
  codes: readonly { code: string; label: string }[]
  note: string | null
  value: readonly string[]
  onChange: (value: string[]) => void
}) {
  return (
    <fieldset className={layout.codes}>
      <legend>{label}</legend>
      {codes.map(({ code, label: name }) => (
        <Check
          key={code}
          label={name}
          checked={value.includes(code)}
          onChange={({ target }) =>
            onChange(
              codes
                .map((each) => each.code)
                .filter((each) => (each === code ? target.checked : value.includes(each))),
            )
          }
        />
      ))}
      {note !== null && value.length === 0 && <p>{note}</p>}
    </fieldset>
  )
}

interface CodeField {
  label: string
  value: string
  onChange: (value: string) => void
}

/** One of these, or none. The chosen one is listed too where it was removed, or the list is not read yet. */
function SelectOrNone({
  listed,
  ...field
}: CodeField & { listed: readonly { value: string; label: string }[] }) {
  const { t } = useTexts()
  const { value } = field
  const isListed = value === '' || listed.some((each) => each.value === value)
  return (
    <Select
      {...field}
      options={[
        { value: '', label: t('resource.none') },
        ...(isListed ? [] : [{ value, label: value }]),
        ...listed,
      ]}
    />
  )
}

/** A category by the names of its path, or none. */
function CategorySelect(field: CodeField) {
  const { categories } = useFacetOptions({ isFresh: true })
  return <SelectOrNone {...field} listed={categories} />
}

/** Names of the saved mappings; empty until they are there, or where they cannot be read: the row has its own. */
function useMappingNames(): readonly string[] {
  const [names, setNames] = useState<readonly string[]>([])
  useEffect(() => {
    const leaving = new AbortController()
    const { signal } = leaving
    const load = async () => {
      const { mappings } = await readApi<MappingsAnswer>(apiPaths.importMappings, signal)
      setNames(mappings.map(({ name }) => name))
    }
    load().catch((error: unknown) => {
      if (signal.aborted || error instanceof ApiError || error instanceof Response) return
      throw error
    })
    return () => leaving.abort()
  }, [])
  return names
}

/** A saved mapping of columns by its name, or none. */
function MappingSelect(field: CodeField) {
  const names = useMappingNames()
  return <SelectOrNone {...field} listed={names.map((name) => ({ value: name, label: name }))} />
}

/** One text a line. What is typed is kept as it is, with its empty lines, while the value has none. */
function TextsField({
  label,
  name,
  isRequired,
  value,
  onChange,
}: {
  label: string
  name: string
  isRequired: boolean
  value: readonly string[]
  onChange: (value: string[]) => void
}) {
  const { t } = useTexts()
  const [typed, setTyped] = useState(() => value.join('\n'))
  // What is stored has changed below it.
  if (linesOf(typed).join('\n') !== value.join('\n')) setTyped(value.join('\n'))
  return (
    <TextField
      label={`${label} (${t('resource.one_a_line')})`}
      name={name}
      value={typed}
      rows={4}
      required={isRequired}
      onChange={({ target }) => {
        setTyped(target.value)
        onChange(linesOf(target.value))
      }}
    />
  )
}

const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
