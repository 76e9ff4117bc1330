/**
 * The two fields that give access to an order: its number and the e-mail it was placed with (AUTH-09,
 * TRACK-01).
 */
import { useStrings } from '../../../ui/strings.tsx'
import { emailIn } from '../../../ui/email-in.ts'
import { FormField } from '../../../ui/form-field.tsx'

/** `named`: the order number from the address. */
export function OrderProofFields({ named }: { named: string }) {
  const t = useStrings()
  return (
    <>
      <FormField
        label={t('account.order_number')}
        hint={t('track.number_hint')}
        name="order_id"
        autoComplete="off"
        autoCapitalize="characters"
        defaultValue={named}
        required
      />
      <FormField label={t('form.email')} name="email" type="email" autoComplete="email" required />
    </>
  )
}

/** The values of the two fields, trimmed. */
export function orderProofIn(form: HTMLFormElement): { order_id: string; email: string } {
  const number = new FormData(form).get('order_id')
  return { order_id: typeof number === 'string' ? number.trim() : '', email: emailIn(form) }
}
