/** Whether the buyer of a returned product wants the money, or another variant of it. */
import { useId } from 'react'
import { formatMoney, toMinor } from '../../../domain/money/money.ts'
import { useStore, useStrings } from '../../../ui/strings.tsx'
import type { ReturnFormLine } from './return-form-line.ts'
import type { useReturnForm } from './use-return-form.ts'
import styles from './parts/returns.module.css'

interface OutcomeChoiceProps {
  line: ReturnFormLine
  form: ReturnType<typeof useReturnForm>
}

/** Shows nothing for a product without variants. */
export function OutcomeChoice({ line: { sku, name }, form }: OutcomeChoiceProps) {
  const t = useStrings()
  const store = useStore()
  const id = useId()
  const variants = form.variantsOf(sku)
  const { variant } = form.choiceOf(sku)
  if (variants.length === 0) return null
  return (
    <>
      <fieldset className={styles.question}>
        <legend>
          {t('return.outcome')}
          <span className="visually-hidden"> {name}</span>
        </legend>
        {[null, ''].map((wanted) => (
          <label key={String(wanted)}>
            <input
              type="radio"
              name={`${id}-outcome`}
              checked={(variant === null) === (wanted === null)}
              onChange={() => form.choose(sku, { variant: wanted })}
            />
            {t(wanted === null ? 'return.outcome_refund' : 'return.outcome_exchange')}
          </label>
        ))}
      </fieldset>
      {variant !== null && (
        <div className={styles.field}>
          <label htmlFor={`${id}-variant`}>
            {t('return.variant')}
            <span className="visually-hidden">: {name}</span>
          </label>
          <select
            id={`${id}-variant`}
            data-variant
            value={variant}
            aria-describedby={`${id}-hint`}
            onChange={(event) => form.choose(sku, { variant: event.target.value })}
          >
            <option value="">{t('return.variant_choose')}</option>
            {variants.map((each) => (
              <option key={each.sku} value={each.sku} disabled={each.state !== 'offered'}>
                {each.state === 'offered'
                  ? `${each.name}, ${formatMoney(toMinor(each.price), store)}`
                  : t(`return.variant_${each.state}`, { name: each.name })}
              </option>
            ))}
          </select>
          {variants.some(({ state }) => state === 'dearer') && (
            <p id={`${id}-hint`} className={styles.soft}>
              {t('return.variant_hint')}
            </p>
          )}
        </div>
      )}
    </>
  )
}
