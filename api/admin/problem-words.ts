/** Problems of an imported file in the language of the person, for files that the server writes. */
import type { SayProblem } from '../../locales/problem-text.ts'
import { fillMessage } from '../../domain/content/message.ts'

const languages = {
  en: () => import('../../locales/en/import.json', { with: { type: 'json' } }),
  sv: () => import('../../locales/sv/import.json', { with: { type: 'json' } }),
  no: () => import('../../locales/no/import.json', { with: { type: 'json' } }),
  da: () => import('../../locales/da/import.json', { with: { type: 'json' } }),
  de: () => import('../../locales/de/import.json', { with: { type: 'json' } }),
}
const isLanguage = (code: string): code is keyof typeof languages => Object.hasOwn(languages, code)

/** A key without a text, of a problem that an earlier version reported, is shown as it is. */
export async function problemWords(language: string): Promise<SayProblem> {
  const texts: Readonly<Record<string, string>> = (await languages[isLanguage(language) ? language : 'en']())
    .default
  return (key, values = {}) => fillMessage(texts[key] ?? key, values)
}
