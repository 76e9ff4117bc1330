/**
 * Gift cards as a means of payment: the cards applied, the amount each pays and keeps, and why a code was
 * rejected.
 */
import { useState } from 'react'
import type { StringKey } from '../../../locales/texts.server.ts'
import { formatMoney, toMinor } from '../../../domain/money/money.ts'
import { useStore, useStrings } from '../../../ui/strings.tsx'
import { Button } from '../../../ui/button.tsx'
import { FormField } from '../../../ui/form-field.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Notice } from '../../../ui/notice.tsx'
import type { CheckoutView, RejectedGiftCard } from '../../../contract/checkout.ts'
import type { CheckoutSession } from './use-checkout.ts'
import styles from './checkout.module.css'

/** Texts for the server's reasons; any other reason is shown as an unknown code. */
const reasonWords: Record<string, StringKey> = {
  wrong_store: 'giftcard.wrong_store',
  disabled: 'giftcard.disabled',
  empty: 'giftcard.empty',
  too_many: 'giftcard.too_many',
}

interface GiftCardsProps {
  view: CheckoutView
  payWith: CheckoutSession['payWith']
}

export function GiftCards({ view, payWith }: GiftCardsProps) {
  const t = useStrings()
  const store = useStore()
  const [code, setCode] = useState('')
  const [asking, setAsking] = useState(false)
  const [rejected, setRejected] = useState<RejectedGiftCard[]>([])
  const [failed, setFailed] = useState(false)
  const money = (major: number) => formatMoney(toMinor(major), store)
  const present = view.gift_cards.map((card) => card.id)
  // A node of the release before has none.
  const credit = view.store_credit ?? null

  const ask = async (cards: readonly string[]): Promise<boolean> => {
    setAsking(true)
    const refused = await payWith(cards)
    setAsking(false)
    setFailed(refused === null)
    setRejected(refused ?? [])
    return refused?.length === 0
  }
  const add = () => {
    if (code.trim() === '' || asking) return
    void ask([...present, code]).then((taken) => taken && setCode(''))
  }

  return (
    <div className={styles.giftCards}>
      {view.gift_cards.length > 0 && (
        <ul className={styles.cards} aria-label={t('giftcard.used')}>
          {view.gift_cards.map((card) => (
            <li key={card.id}>
              <Icon name="check" size={16} />
              <span>
                {card.is_credit
                  ? t('giftcard.credit_pays', { amount: money(card.amount) })
                  : t('giftcard.pays', { hint: card.hint, amount: money(card.amount) })}
                <span className={styles.hint}>
                  {t(card.is_credit ? 'giftcard.credit_keeps' : 'giftcard.keeps', {
                    left: money(card.balance - card.amount),
                  })}
                </span>
              </span>
              <button
                type="button"
                className={styles.linkButton}
                aria-label={
                  card.is_credit ? t('giftcard.remove_credit') : t('giftcard.remove_of', { hint: card.hint })
                }
                disabled={asking}
                onClick={() => void ask(present.filter((id) => id !== card.id))}
              >
                {t('cart.remove')}
              </button>
            </li>
          ))}
        </ul>
      )}
      {credit && (
        <p>
          <Button onClick={() => void ask([...present, credit.id])} disabled={asking}>
            {t('giftcard.use_credit', { amount: money(credit.balance) })}
          </Button>
        </p>
      )}
      <details open={rejected.length > 0 || failed || undefined}>
        <summary>{t(view.gift_cards.length > 0 ? 'giftcard.another' : 'giftcard.title')}</summary>
        <CodeField code={code} asking={asking} change={setCode} add={add} />
      </details>
      <div role="status">
        {rejected.map((entry) => (
          <Notice key={entry.code} look="warning">
            {t(reasonWords[entry.reason] ?? 'giftcard.unknown', { code: entry.code })}
          </Notice>
        ))}
        {failed && <Notice look="warning">{t('giftcard.failed')}</Notice>}
      </div>
    </div>
  )
}

interface CodeFieldProps {
  code: string
  asking: boolean
  change(code: string): void
  add(): void
}

/** Inside the checkout form: Enter adds the card and does not place the order. */
function CodeField({ code, asking, change, add }: CodeFieldProps) {
  const t = useStrings()
  return (
    <div className={styles.cardField}>
      <FormField
        label={t('giftcard.code')}
        hint={t('giftcard.hint')}
        name="giftCard"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={100}
        value={code}
        onChange={(event) => change(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          event.preventDefault()
          add()
        }}
      />
      <Button onClick={add} disabled={asking}>
        {t('giftcard.add')}
      </Button>
    </div>
  )
}
