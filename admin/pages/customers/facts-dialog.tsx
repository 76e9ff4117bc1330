/** A dialog that edits texts of a customer: what is wrong is beside its field, what somebody else has changed below. */
import { useState, type ReactNode } from 'react'
import { Button } from '../../../ui/button.tsx'
import { contactProblems } from '../../shell/contact-problems.ts'
import { Dialog, DialogButtons } from '../../shell/dialog.tsx'
import { CheckedForm, Field, RefusalNotice } from '../../shell/form.tsx'
import { presentValue } from '../../shell/refusals.ts'
import { useChange } from '../../shell/use-change.ts'
import { useTexts, type AdminKey } from '../../texts.tsx'

export type FactFields<Facts> = readonly (readonly [keyof Facts & string, AdminKey])[]

export function FactsDialog<Facts extends Readonly<Record<string, string | boolean>>>({
  title,
  description,
  fields,
  stored,
  method,
  path,
  done,
  submit,
  bodyOf,
  children,
  onClose,
}: {
  title: string
  description?: string
  /** The texts. */
  fields: FactFields<Facts>
  stored: Facts
  method: 'POST' | 'PUT'
  path: string
  /** The message after a save. */
  done: string
  /** What the button says where it does not save. */
  submit?: string
  bodyOf: (facts: Facts, expected: Facts) => object
  /** What is not a text. */
  children?: (facts: Facts, change: (part: Partial<Facts>) => void) => ReactNode
  onClose: () => void
}) {
  const { t } = useTexts()
  // As the person saw it, also where the page is read again meanwhile.
  const [former] = useState(stored)
  const [typed, setTyped] = useState(former)
  const { isSending, refusal, send } = useChange(method, path, { done })
  const present = presentValue<Facts | null>(refusal, former)
  const textOf = (facts: Facts, name: keyof Facts) => String(facts[name])
  return (
    <Dialog title={title} description={description} onClose={onClose}>
      <CheckedForm
        className="stack"
        noValidate
        refusal={refusal}
        problems={contactProblems(refusal, t)}
        onSubmit={async (event) => {
          event.preventDefault()
          if (present === null) return
          // What the person left alone follows what somebody else has stored.
          const names = Object.keys(former) as (keyof Facts)[]
          const wanted = Object.fromEntries(
            names.map((name) => [name, typed[name] === former[name] ? present[name] : typed[name]]),
          ) as unknown as Facts
          if ((await send(bodyOf(wanted, present))) !== null) onClose()
        }}
      >
        {children?.(typed, (part) => setTyped({ ...typed, ...part }))}
        {fields.map(([name, label]) => (
          <Field
            key={name}
            name={name}
            label={t(label)}
            value={textOf(typed, name)}
            maxLength={120}
            autoComplete="off"
            onChange={({ target }) => setTyped({ ...typed, [name]: target.value })}
          />
        ))}
        <RefusalNotice refusal={refusal} />
        {present === null && <p role="alert">{t('customers.address_removed_meanwhile')}</p>}
        {present !== null &&
          fields
            .filter(([name]) => present[name] !== former[name])
            .map(([name, label]) => (
              <p key={name} role="alert">
                {t(label)}: <del>{textOf(former, name)}</del> <ins>{textOf(present, name)}</ins>
              </p>
            ))}
        <DialogButtons onCancel={onClose}>
          <Button type="submit" size="small" look="main" disabled={isSending || present === null}>
            {submit ?? t('coupons.save')}
          </Button>
        </DialogButtons>
      </CheckedForm>
    </Dialog>
  )
}
