/** State of the return form, and the result of submitting it (RETURN-02, 04). */
import { useEffect, useRef, useState, type SubmitEvent } from 'react'
import type { ExchangesAnswer, NewReturnAnswer } from '../contract.ts'
import { returnNumberOf } from '../return-mail-kind.ts'
import { complaints, mostPhotos, type ReturnReason } from '../return.ts'
import type { Store } from '../../../domain/stores/stores.ts'
import { sendPicture } from '../../../app/state/send-picture.ts'
import type { ReturnFormLine } from './return-form-line.ts'
import { callAccount, logAuthFailure } from '../../../app/state/auth.ts'
import { useStore, useStrings } from '../../../ui/strings.tsx'

interface Choice {
  chosen: boolean
  quantity: number
  reason: ReturnReason
  /** Whether a lithium battery is damaged; null: not answered. */
  isDamaged: boolean | null
  /** Sku of the variant that is wanted; '': an exchange without a variant yet; null: the money. */
  variant: string | null
}

const untouched: Choice = {
  chosen: false,
  quantity: 1,
  reason: 'changed_mind',
  isDamaged: null,
  variant: null,
}

/** A chosen line as the API takes it. */
export interface ChosenItem {
  sku: string
  quantity: number
  reason: ReturnReason
  is_damaged?: boolean
  exchange_for?: string
}

export function useReturnForm(number: string, lines: readonly ReturnFormLine[]) {
  const t = useStrings()
  const store = useStore()
  const [choices, setChoices] = useState<Readonly<Record<string, Choice>>>({})
  const [comment, setComment] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const [photos, setPhotos] = useState<readonly File[]>([])
  const [lostPhotos, setLostPhotos] = useState(0)
  const [sending, setSending] = useState(false)
  const [registered, setRegistered] = useState<NewReturnAnswer | null>(null)
  const exchanges = useExchanges(store, number)
  const sent = useRef({ text: '', key: '' })
  const choiceOf = (sku: string) => choices[sku] ?? untouched
  const choose = (sku: string, change: Partial<Choice>) => {
    setChoices({ ...choices, [sku]: { ...choiceOf(sku), ...change } })
    setProblem(null)
  }
  const items = lines.flatMap(({ sku, asksDamage }): ChosenItem[] => {
    const { chosen, quantity, reason, isDamaged, variant } = choiceOf(sku)
    if (!chosen) return []
    return [
      {
        sku,
        quantity,
        reason,
        ...(asksDamage && isDamaged && { is_damaged: true }),
        ...(variant && { exchange_for: variant }),
      },
    ]
  })
  const isFaulty = items.some(({ reason }) => complaints.includes(reason))
  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (items.length === 0) {
      setProblem(t('return.choose_one'))
      event.currentTarget.querySelector<HTMLInputElement>('input[type=checkbox]')?.focus()
      return
    }
    const unanswered = lines.some(
      ({ sku, asksDamage }) => asksDamage && choiceOf(sku).chosen && choiceOf(sku).isDamaged === null,
    )
    if (unanswered) {
      setProblem(t('return.answer_damage'))
      event.currentTarget.querySelector<HTMLInputElement>('input[type=radio]:not(:checked)')?.focus()
      return
    }
    if (lines.some(({ sku }) => choiceOf(sku).chosen && choiceOf(sku).variant === '')) {
      setProblem(t('return.answer_variant'))
      event.currentTarget.querySelector<HTMLSelectElement>('select[data-variant]')?.focus()
      return
    }
    if (isFaulty && photos.length > mostPhotos) return setProblem(t('return.photos_too_many'))
    setProblem(null)
    setSending(true)
    // Idempotency key: resending unchanged after a lost response is the same return.
    const text = JSON.stringify({ items, comment })
    if (sent.current.text !== text) sent.current = { text, key: crypto.randomUUID() }
    const answer = await callAccount<NewReturnAnswer>(store, `orders/${number}/returns`, {
      method: 'POST',
      headers: { 'idempotency-key': sent.current.key },
      body: { items, comment },
    })
    if (answer.ok) {
      const { id } = answer.data
      setLostPhotos(
        isFaulty ? await sendPhotos(store, `orders/${number}/returns/${returnNumberOf(id)}`, photos) : 0,
      )
      setSending(false)
      return setRegistered(answer.data)
    }
    setSending(false)
    logAuthFailure('registering the return', answer.status)
    setProblem((answer.status === 409 && answer.message) || t('return.failed'))
  }
  return {
    items,
    variantsOf: (sku: string) => exchanges.find((each) => each.sku === sku)?.variants ?? [],
    isFaulty,
    setPhotos,
    lostPhotos,
    choiceOf,
    choose,
    comment,
    setComment,
    problem,
    sending,
    registered,
    submit,
  }
}

/** The variants that the order's products can be exchanged for; none until they are loaded, or where that failed. */
function useExchanges(store: Store, number: string): ExchangesAnswer {
  const [exchanges, setExchanges] = useState<ExchangesAnswer>([])
  useEffect(() => {
    const gone = new AbortController()
    void callAccount<ExchangesAnswer>(store, `orders/${number}/returns/exchanges`, {
      signal: gone.signal,
    }).then((answer) => {
      if (answer.ok && !gone.signal.aborted) setExchanges(answer.data)
    })
    return () => gone.abort()
  }, [store, number])
  return exchanges
}

/** Adds the photos to a return, one after another; returns how many were not received. */
async function sendPhotos(store: Store, path: string, photos: readonly File[]): Promise<number> {
  let lost = 0
  for (const photo of photos) if (!(await sendPicture(store, `${path}/photos`, photo)).ok) lost++
  return lost
}
