import type { Section } from './setting-words.ts'

/** Id of the card of a form on the page of the settings, to which the list "Before opening" leads. */
export const formId = (form: Section | 'accounts' | 'carriers') => `form-${form}`
