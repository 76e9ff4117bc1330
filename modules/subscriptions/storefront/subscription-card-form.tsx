/** The provider's form in which a customer saves a card for a subscription, or confirms one for their bank. */
import { useEffect, useRef, useState } from 'react'
import type { SetupAnswer, SubscriptionView } from '../contract.ts'
import type { PaymentEmbed } from '../../../domain/payments/payment-provider.ts'
import { callAccount } from '../../../app/state/auth.ts'
import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { useStore, useStrings } from '../../../ui/strings.tsx'
import { mountEmbed, type MountedEmbed } from '../../../app/features/payment-embeds/payment-embed.ts'
import styles from './subscriptions-page.module.css'

interface SubscriptionCardFormProps {
  id: string
  onSaved: (answer: SubscriptionView) => void
}

interface OpenForm {
  setup: string
  embed: MountedEmbed
}

export function SubscriptionCardForm({ id, onSaved }: SubscriptionCardFormProps) {
  const t = useStrings()
  const store = useStore()
  const container = useRef<HTMLDivElement>(null)
  const [form, setForm] = useState<OpenForm | null>(null)
  const [sending, setSending] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)

  /** The provider's script throws if its fields are removed twice: when the card is saved, and when the form closes. */
  const mounted = useRef<MountedEmbed | null>(null)
  const unmount = () => {
    mounted.current?.unmount()
    mounted.current = null
  }

  useEffect(() => {
    let left = false
    const open = async () => {
      const answer = await callAccount<SetupAnswer>(store, `subscriptions/${id}/payment-method`, {
        method: 'POST',
      })
      if (left || container.current === null) return
      if (!answer.ok) return setProblem(answer.message ?? '')
      const { setup, embed } = answer.data
      const events = { changed: () => {}, expired: () => {} }
      const shown = await mountEmbed(container.current, embed as unknown as PaymentEmbed, events)
      mounted.current = shown
      if (left) unmount()
      else if (shown) setForm({ setup, embed: shown })
    }
    open().catch(() => setProblem(''))
    return () => {
      left = true
      unmount()
    }
  }, [store, id])

  const save = async ({ setup, embed }: OpenForm) => {
    setSending(true)
    setProblem(null)
    const missing = (await embed.missing?.()) ?? null
    const refusal = missing === null ? await embed.saveCard?.() : missing || t('payment.incomplete')
    if (refusal === undefined) {
      const answer = await callAccount<SubscriptionView>(store, `subscriptions/${id}/payment-method/result`, {
        method: 'POST',
        body: { setup },
      })
      if (answer.ok) {
        onSaved(answer.data)
        setForm(null)
        unmount()
      } else setProblem(answer.message ?? '')
    } else setProblem(refusal)
    setSending(false)
  }

  return (
    <div className={styles.cardForm}>
      <p>{t('subscription.card_text')}</p>
      <div ref={container} />
      {form && (
        <Button look="main" disabled={sending} onClick={() => void save(form)}>
          {t('subscription.save_card')}
        </Button>
      )}
      {problem !== null && (
        <Notice look="danger" role="alert">
          {problem || t('subscription.failed')}
        </Notice>
      )}
    </div>
  )
}
