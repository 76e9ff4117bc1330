/** The text of a form's field, as typed. */
export function formText(form: HTMLFormElement, field: string): string {
  const text = new FormData(form).get(field)
  return typeof text === 'string' ? text : ''
}
