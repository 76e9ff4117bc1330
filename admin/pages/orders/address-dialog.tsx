/** Changes where the goods of an order go, until they are shipped. */
import { useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { apiPaths } from '../../paths.ts'
import { Dialog, DialogButtons } from '../../shell/dialog.tsx'
import { Field, RefusalNotice } from '../../shell/form.tsx'
import { presentValue } from '../../shell/refusals.ts'
import { useChange } from '../../shell/use-change.ts'
import { useTexts } from '../../texts.tsx'
import type { OrderDialog } from './order-dialog.ts'

const fields = [
  { name: 'company', label: 'address.company', isRequired: false },
  { name: 'firstName', label: 'address.first_name', isRequired: false },
  { name: 'lastName', label: 'address.last_name', isRequired: false },
  { name: 'street', label: 'address.street', isRequired: true },
  { name: 'postalCode', label: 'address.postal_code', isRequired: true },
  { name: 'city', label: 'address.city', isRequired: true },
] as const
type FieldName = (typeof fields)[number]['name']
type Fields = Readonly<Record<FieldName, string>>

const fieldsOf = (recipient: OrderDialog['order']['recipient']): Fields => ({
  ...recipient,
  company: recipient.company ?? '',
})

export function AddressDialog({ order, title, onClose }: OrderDialog) {
  const { t } = useTexts()
  const former = fieldsOf(order.recipient)
  const [typed, setTyped] = useState<Fields>(former)
  const { isSending, refusal, send } = useChange('POST', apiPaths.orderAction(order.number, 'address'), {
    done: t('order.done', { action: title }),
  })
  const stored = fieldsOf(presentValue(refusal, order.recipient))
  return (
    <Dialog title={title} description={t('order.explain_address')} onClose={onClose}>
      <form
        className="stack"
        onSubmit={async (event) => {
          event.preventDefault()
          const changed = fields.filter(({ name }) => typed[name] !== former[name])
          const chosen = (from: Fields) =>
            Object.fromEntries(
              changed.map(({ name }) => [
                name,
                name === 'company' && from[name].trim() === '' ? null : from[name],
              ]),
            )
          if ((await send({ ...chosen(typed), expected: chosen(stored) })) !== null) onClose()
        }}
      >
        {fields.map(({ name, label, isRequired }) => (
          <Field
            key={name}
            label={t(label)}
            value={typed[name]}
            required={isRequired}
            maxLength={100}
            onChange={({ target }) => setTyped({ ...typed, [name]: target.value })}
          />
        ))}
        <RefusalNotice refusal={refusal} />
        {fields
          .filter(({ name }) => stored[name] !== former[name])
          .map(({ name, label }) => (
            <p key={name} role="alert">
              {t(label)}: <del>{former[name]}</del> <ins>{stored[name]}</ins>
            </p>
          ))}
        <DialogButtons onCancel={onClose}>
          <Button type="submit" size="small" look="main" disabled={isSending}>
            {title}
          </Button>
        </DialogButtons>
      </form>
    </Dialog>
  )
}
