/** Corrects the name, telephone number and address of a customer, who hears nothing of it. */
import { useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { apiPaths } from '../../paths.ts'
import { Dialog, DialogButtons } from '../../shell/dialog.tsx'
import { Field, RefusalNotice } from '../../shell/form.tsx'
import { presentValue } from '../../shell/refusals.ts'
import { useChange } from '../../shell/use-change.ts'
import { useTexts, type AdminKey } from '../../texts.tsx'
import type { CustomerPageData } from './customer-cards.tsx'

type Profile = CustomerPageData['profile']
type Name = keyof Profile

const fields = [
  ['company', 'customers.company'],
  ['first_name', 'address.first_name'],
  ['last_name', 'address.last_name'],
  ['phone', 'order.phone'],
  ['street', 'address.street'],
  ['postal_code', 'address.postal_code'],
  ['city', 'address.city'],
] as const satisfies readonly (readonly [Name, AdminKey])[]

export function EditCustomer({ customer }: { customer: CustomerPageData }) {
  const { t } = useTexts()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button size="small" onClick={() => setOpen(true)}>
        {t('customers.edit')}
      </Button>
      {isOpen && <ProfileDialog customer={customer} onClose={() => setOpen(false)} />}
    </>
  )
}

function ProfileDialog({
  customer: { id, profile: stored },
  onClose,
}: {
  customer: CustomerPageData
  onClose: () => void
}) {
  const { t } = useTexts()
  // As the person saw it, also where the page is read again meanwhile.
  const [former] = useState(stored)
  const [typed, setTyped] = useState(former)
  const { isSending, refusal, send } = useChange('PUT', apiPaths.customer(String(id)), {
    done: t('customers.edited'),
  })
  const present = presentValue<Profile>(refusal, former)
  const problems = (refusal?.details['fields'] ?? {}) as Partial<Record<Name, string>>
  return (
    <Dialog title={t('customers.edit_title')} description={t('customers.explain_edit')} onClose={onClose}>
      <form
        className="stack"
        noValidate
        onSubmit={async (event) => {
          event.preventDefault()
          // What the person left alone follows what somebody else has stored.
          const wanted = Object.fromEntries(
            fields.map(([name]) => [name, typed[name] === former[name] ? present[name] : typed[name]]),
          )
          if ((await send({ profile: wanted, expected: present })) !== null) onClose()
        }}
      >
        {fields.map(([name, label]) => (
          <Field
            key={name}
            label={t(label)}
            value={typed[name]}
            maxLength={120}
            autoComplete="off"
            aria-invalid={name in problems || undefined}
            onChange={({ target }) => setTyped({ ...typed, [name]: target.value })}
          />
        ))}
        <RefusalNotice refusal={refusal} />
        {Object.entries(problems).length > 0 && (
          <ul>
            {fields
              .filter(([name]) => problems[name] !== undefined)
              .map(([name, label]) => (
                <li key={name}>
                  {t(label)}: {problemText(t, problems[name]!)}
                </li>
              ))}
          </ul>
        )}
        {fields
          .filter(([name]) => present[name] !== former[name])
          .map(([name, label]) => (
            <p key={name} role="alert">
              {t(label)}: <del>{former[name]}</del> <ins>{present[name]}</ins>
            </p>
          ))}
        <DialogButtons>
          <Button size="small" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button type="submit" size="small" look="main" disabled={isSending}>
            {t('coupons.save')}
          </Button>
        </DialogButtons>
      </form>
    </Dialog>
  )
}

const problemKeys: Readonly<Record<string, AdminKey>> = {
  required: 'settings.problem_required',
  phone: 'customers.problem_phone',
  postal_code: 'settings.problem_postal_code',
  too_long: 'customers.problem_too_long',
  bad_characters: 'customers.problem_characters',
  looks_like_address: 'customers.problem_link',
}

const problemText = (t: ReturnType<typeof useTexts>['t'], code: string) => {
  const key = problemKeys[code]
  return key === undefined ? code : t(key)
}
