/** Puts the products of a list into the cart at today's prices and names what cannot be had. */
import { useState } from 'react'
import type { ListLine } from '../contract.ts'
import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { useStore, useStrings } from '../../../ui/strings.tsx'
import { buyAgain } from '../../../app/state/buy-again.ts'

interface CartButtonProps {
  lines: readonly Pick<ListLine, 'sku' | 'name' | 'quantity'>[]
  label: string
  /** Read after the label by assistive technology. */
  about?: string
  look?: 'main' | 'quiet'
  onAdded?: (skus: string[]) => void
}

export function CartButton({ lines, label, about, look = 'quiet', onAdded }: CartButtonProps) {
  const t = useStrings()
  const store = useStore()
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  async function add() {
    setBusy(true)
    const outcome = await buyAgain(store, lines)
    setBusy(false)
    if (outcome === null) return setProblem(t('form.failed'))
    const { missing, added } = outcome
    setProblem(missing.length > 0 ? t('order.not_again', { names: missing.join(', ') }) : null)
    if (added.length > 0) onAdded?.(added)
  }
  return (
    <>
      <Button look={look} onClick={add} disabled={isBusy}>
        {label}
        {about !== undefined && <span className="visually-hidden">: {about}</span>}
      </Button>
      {problem !== null && (
        <Notice look="warning" role="status">
          {problem}
        </Notice>
      )}
    </>
  )
}
