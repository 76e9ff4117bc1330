/** The form field `email`, trimmed. */
export function emailIn(form: HTMLFormElement): string {
  const typed = new FormData(form).get('email')
  return typeof typed === 'string' ? typed.trim() : ''
}
