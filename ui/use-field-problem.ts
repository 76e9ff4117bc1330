/**
 * What is wrong with a form field, in the shop's words and naming the field, where the browser's own check of
 * `required`, `type` or `pattern` refuses it: shown beside the field instead of the browser's bubble.
 */
import { useState, type InvalidEvent, type InputEvent } from 'react'
import { useStrings, type Translate } from './strings.tsx'

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

/** Before hydration and without scripts the browser shows its own words. */
export function useFieldProblem() {
  const t = useStrings()
  const [problem, setProblem] = useState<string | null>(null)
  return {
    problem,
    onInvalid(event: InvalidEvent<Field>) {
      event.preventDefault()
      const field = event.currentTarget
      setProblem(problemOf(field, t))
      // As the browser does with its bubble: the first refused field of the form has the focus, which reads its problem.
      if (field.form?.querySelector(':is(input, textarea, select):invalid') === field) field.focus()
    },
    onInput(event: InputEvent<Field>) {
      if (event.currentTarget.validity.valid) setProblem(null)
    },
  }
}

function problemOf({ validity, type, labels }: Field, t: Translate): string {
  const field = labels?.[0]?.textContent ?? ''
  if (validity.valueMissing) return t('form.missing', { field })
  return validity.typeMismatch && type === 'email' ? t('form.email_invalid') : t('form.wrong', { field })
}
