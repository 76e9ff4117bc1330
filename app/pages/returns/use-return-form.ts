/** State of the return form, and the result of submitting it (RETURN-02, 04). */
import { useRef, useState, type SubmitEvent } from 'react'
import type { NewReturnAnswer } from '../../../contract/returns.ts'
import type { ReturnableLine, ReturnReason } from '../../../domain/returns/return.ts'
import { callAccount, logAuthFailure } from '../../state/auth.ts'
import { useStore, useStrings } from '../../../ui/strings.tsx'

interface Choice {
  chosen: boolean
  quantity: number
  reason: ReturnReason
}

const untouched: Choice = { chosen: false, quantity: 1, reason: 'changed_mind' }

export function useReturnForm(number: string, lines: readonly ReturnableLine[]) {
  const t = useStrings()
  const store = useStore()
  const [choices, setChoices] = useState<Readonly<Record<string, Choice>>>({})
  const [comment, setComment] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const [sending, setSending] = useState(false)
  const [registered, setRegistered] = useState<NewReturnAnswer | null>(null)
  const sent = useRef({ text: '', key: '' })
  const choiceOf = (sku: string) => choices[sku] ?? untouched
  const choose = (sku: string, change: Partial<Choice>) => {
    setChoices({ ...choices, [sku]: { ...choiceOf(sku), ...change } })
    setProblem(null)
  }
  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const items = lines.flatMap(({ sku }) => {
      const { chosen, quantity, reason } = choiceOf(sku)
      return chosen ? [{ sku, quantity, reason }] : []
    })
    if (items.length === 0) {
      setProblem(t('return.choose_one'))
      event.currentTarget.querySelector<HTMLInputElement>('input[type=checkbox]')?.focus()
      return
    }
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
    setSending(false)
    if (answer.ok) return setRegistered(answer.data)
    logAuthFailure('registering the return', answer.status)
    setProblem((answer.status === 409 && answer.message) || t('return.failed'))
  }
  return { choiceOf, choose, comment, setComment, problem, sending, registered, submit }
}
