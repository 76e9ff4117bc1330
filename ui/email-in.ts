/** What was typed into a form's field `email`, without spaces around it. */
export function emailIn(form: HTMLFormElement): string {
  const typed = new FormData(form).get('email')
  return typeof typed === 'string' ? typed.trim() : ''
}
