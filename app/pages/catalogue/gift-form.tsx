/** The recipient of a gift card: name, address, day and greeting. Buy asks for what is missing. */
import { useEffect, useRef, useState } from 'react'
import type { GiftRecipient } from '../../../contract/cart.ts'
import {
  deliveryDays,
  longestGreeting,
  longestRecipientName,
} from '../../../domain/gift-cards/gift-recipient.ts'
import { isEmail } from '../../../domain/stores/email.ts'
import { FormField } from '../../../ui/form-field.tsx'
import { useStore, useStrings } from '../../../ui/strings.tsx'
import { TextAreaField } from '../../../ui/text-area-field.tsx'
import type { GiftAnswer } from './gift-choice.tsx'

interface GiftFormProps {
  asked: number
  onChange: (answer: GiftAnswer) => void
}

type Fields = Record<keyof GiftRecipient, string>

export default function GiftForm({ asked, onChange }: GiftFormProps) {
  const t = useStrings()
  const { code } = useStore()
  const [days] = useState(() => deliveryDays(code, Date.now()))
  const [fields, setFields] = useState<Fields>({ name: '', email: '', deliver_on: days.first, greeting: '' })
  const form = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (asked > 0) form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus()
  }, [asked])
  const problems = asked > 0 ? problemsOf(fields, days) : {}
  const put = (name: keyof Fields) => ({
    name: `gift-${name}`,
    value: fields[name],
    onChange: ({ target }: { target: { value: string } }) => {
      const next = { ...fields, [name]: target.value }
      setFields(next)
      onChange(Object.keys(problemsOf(next, days)).length > 0 ? 'incomplete' : trimmed(next))
    },
    error: problems[name] && t(problems[name]),
  })
  return (
    <div ref={form}>
      <FormField
        {...put('name')}
        label={t('product.gift_name')}
        maxLength={longestRecipientName}
        autoComplete="off"
        required
      />
      <FormField
        {...put('email')}
        label={t('product.gift_email')}
        type="email"
        autoComplete="off"
        maxLength={200}
        required
      />
      <FormField
        {...put('deliver_on')}
        label={t('product.gift_day')}
        hint={t('product.gift_day_hint')}
        type="date"
        min={days.first}
        max={days.last}
        required
      />
      <TextAreaField
        {...put('greeting')}
        id="gift-greeting"
        label={t('product.gift_greeting')}
        maxLength={longestGreeting}
        rows={3}
      />
    </div>
  )
}

type Problems = Partial<
  Record<keyof Fields, 'product.gift_name_missing' | 'form.email_invalid' | 'product.gift_day_wrong'>
>

function problemsOf(
  { name, email, deliver_on: day }: Fields,
  { first, last }: { first: string; last: string },
): Problems {
  return {
    ...(name.trim() === '' && { name: 'product.gift_name_missing' }),
    ...(!isEmail(email) && { email: 'form.email_invalid' }),
    ...((day < first || day > last) && { deliver_on: 'product.gift_day_wrong' }),
  }
}

const trimmed = ({ name, email, deliver_on: deliverOn, greeting }: Fields): GiftRecipient => ({
  name: name.trim(),
  email: email.trim(),
  deliver_on: deliverOn,
  greeting: greeting.trim(),
})
