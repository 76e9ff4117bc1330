/** Who receives a gift card: the buyer, or somebody else, whose form is loaded when it is asked for. */
import { Suspense } from 'react'
import type { GiftRecipient } from '../../../contract/cart.ts'
import { useStrings } from '../../../ui/strings.tsx'
import { lazyChunk } from '../../state/chunk-reload.ts'
import styles from './purchase-parts.module.css'

const GiftForm = lazyChunk(() => import('./gift-form.tsx'))

/** Null: the buyer; `incomplete`: somebody else, of whom something is missing. */
export type GiftAnswer = GiftRecipient | 'incomplete' | null

interface GiftChoiceProps {
  gift: GiftAnswer
  /** How often Buy has asked for what is missing. */
  asked: number
  onChange: (answer: GiftAnswer) => void
}

export function GiftChoice({ gift, asked, onChange }: GiftChoiceProps) {
  const t = useStrings()
  const option = (answer: GiftAnswer, text: string) => (
    <label className={styles.option}>
      <input
        type="radio"
        name="gift"
        checked={(gift === null) === (answer === null)}
        onChange={() => onChange(answer)}
      />
      {text}
    </label>
  )
  return (
    <fieldset className={styles.options}>
      <legend>{t('product.gift')}</legend>
      {option(null, t('product.gift_self'))}
      {option('incomplete', t('product.gift_other'))}
      {gift !== null && (
        <Suspense>
          <GiftForm asked={asked} onChange={onChange} />
        </Suspense>
      )}
    </fieldset>
  )
}
