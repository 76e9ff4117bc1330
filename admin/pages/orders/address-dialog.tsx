/** Changes where the goods of an order go, until they are shipped. */
import { useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { apiPaths } from '../../paths.ts'
import { Dialog, DialogButtons } from '../../shell/dialog.tsx'
import { Field, RefusalNotice } from '../../shell/form.tsx'
import { useChange } from '../../shell/use-change.ts'
import { useTexts } from '../../texts.tsx'
import type { OrderDialog } from './order-action-page.tsx'

const fields = [
  { name: 'company', label: 'address.company', isRequired: false },
  { name: 'first_name', label: 'address.first_name', isRequired: false },
  { name: 'last_name', label: 'address.last_name', isRequired: false },
  { name: 'street', label: 'address.street', isRequired: true },
  { name: 'postal_code', label: 'address.postal_code', isRequired: true },
  { name: 'city', label: 'address.city', isRequired: true },
] as const
type FieldName = (typeof fields)[number]['name']

export function AddressDialog({ order, title, onClose }: OrderDialog) {
  const { t } = useTexts()
  const former = { ...order.recipient, company: order.recipient.company ?? '' }
  const [typed, setTyped] = useState<Readonly<Record<FieldName, string>>>(former)
  const { isSending, refusal, send } = useChange('POST', apiPaths.orderAction(order.number, 'address'), {
    done: t('order.done', { action: title }),
  })
  return (
    <Dialog title={title} description={t('order.explain_address')} onClose={onClose}>
      <form
        className="stack"
        onSubmit={async (event) => {
          event.preventDefault()
          const changed = fields.filter(({ name }) => typed[name] !== former[name])
          const body = Object.fromEntries(
            changed.map(({ name }) => [
              name,
              name === 'company' && typed[name].trim() === '' ? null : typed[name],
            ]),
          )
          if ((await send(body)) !== null) onClose()
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
        <DialogButtons>
          <Button size="small" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button type="submit" size="small" look="main" disabled={isSending}>
            {title}
          </Button>
        </DialogButtons>
      </form>
    </Dialog>
  )
}
