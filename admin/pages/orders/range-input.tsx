/** A number of an order's line, which says below it in the shop's words what is wrong with it. */
import { useId, type InputHTMLAttributes } from 'react'
import { useFieldProblem } from '../../../ui/use-field-problem.ts'
import styles from './order.module.css'

export function RangeInput({
  wrong,
  ...input
}: { wrong: string } & Omit<InputHTMLAttributes<HTMLInputElement>, 'type'>) {
  const id = useId()
  const { problem, ...checks } = useFieldProblem()
  return (
    <>
      <input
        {...checks}
        {...input}
        type="number"
        aria-invalid={problem === null ? undefined : true}
        aria-describedby={problem === null ? undefined : id}
      />
      {problem !== null && (
        <p id={id} className={styles.wrong}>
          {wrong}
        </p>
      )}
    </>
  )
}
