/**
 * Texts, numbers and dates of the back office in the language of the person. English is the type: a text that
 * another language lacks is a compile error in `dictionaries`.
 */
import { createContext, useContext, useMemo, useState, type ReactNode } from 'react'
import { StringsSource } from '../ui/strings.tsx'
import { translator } from '../ui/translator.ts'
import type english from '../locales/en/admin.json'
import type problems from '../locales/en/import.json'

/** Texts of modules for staff; each module adds its own (`modules/NAME/staff-texts.ts`). */
export interface ModuleStaffTexts {}

export type AdminKey = keyof typeof english | keyof typeof problems | keyof ModuleStaffTexts
export type AdminTexts = Readonly<Record<AdminKey, string>>
export type Translate = (key: AdminKey, values?: Record<string, string | number>) => string

const dictionaries = {
  en: [() => import('../locales/en/admin.json'), () => import('../locales/en/import.json')],
  sv: [() => import('../locales/sv/admin.json'), () => import('../locales/sv/import.json')],
  no: [() => import('../locales/no/admin.json'), () => import('../locales/no/import.json')],
  da: [() => import('../locales/da/admin.json'), () => import('../locales/da/import.json')],
  de: [() => import('../locales/de/admin.json'), () => import('../locales/de/import.json')],
} satisfies Record<
  string,
  [() => Promise<{ default: typeof english }>, () => Promise<{ default: typeof problems }>]
>

/** Path → the texts of a module in a language. */
const ofModules = import.meta.glob<{ default: Record<string, string> }>('../modules/*/texts/*.staff.json')

export type Language = keyof typeof dictionaries

/** Each language by its own name. */
export const languages: readonly { code: Language; name: string; iso: string }[] = [
  { code: 'en', name: 'English', iso: 'en-GB' },
  { code: 'sv', name: 'Svenska', iso: 'sv-SE' },
  { code: 'no', name: 'Norsk', iso: 'nb-NO' },
  { code: 'da', name: 'Dansk', iso: 'da-DK' },
  { code: 'de', name: 'Deutsch', iso: 'de-DE' },
]

const storageKey = 'anode-admin-language'

/** The language chosen in this browser, otherwise English. */
export function preferredLanguage(): Language {
  const stored = localStorage.getItem(storageKey)
  return languages.find(({ code }) => code === stored)?.code ?? 'en'
}

export async function loadTexts(language: Language): Promise<AdminTexts> {
  const [own, ofImports] = dictionaries[language]
  const loadOfModules = Object.entries(ofModules).flatMap(([path, load]) =>
    path.endsWith(`/${language}.staff.json`) ? [load()] : [],
  )
  const files = await Promise.all([own(), ofImports(), ...loadOfModules])
  return Object.assign({}, ...files.map((file) => file.default)) as AdminTexts
}

interface Chosen {
  language: Language
  texts: AdminTexts
}

export interface Words {
  t: Translate
  /** Every key, to list the texts of a kind. */
  keys: readonly AdminKey[]
  language: Language
  /** Language of numbers and dates, as `en-GB`. */
  iso: string
  chooseLanguage: (language: Language) => Promise<void>
  /** An amount in major units: 129 SEK is `SEK 129.00` in English and `129,00 kr` in Swedish. */
  money: (amount: number, currency: string) => string
  number: (value: number) => string
  /** `23 Nov 2026, 14:05`, in the time zone of the browser. */
  dateTime: (moment: string) => string
  /** `23 Nov 2026`. */
  date: (moment: string) => string
  /** A day of the calendar, `2026-11-23`, in every time zone alike: `23 Nov 2026`. */
  day: (day: string) => string
  /** `3 hours ago`; days from 24 hours on. */
  age: (moment: string, now?: number) => string
}

const WordsSource = createContext<Words | null>(null)

export function TextsProvider({ initial, children }: { initial: Chosen; children: ReactNode }) {
  const [chosen, setChosen] = useState(initial)
  const words = useMemo(() => wordsOf(chosen, setChosen), [chosen])
  return (
    <WordsSource.Provider value={words}>
      {/* Widgets of the shop take their texts, as those of a refused field, from the same dictionary. */}
      <StringsSource.Provider value={chosen.texts}>{children}</StringsSource.Provider>
    </WordsSource.Provider>
  )
}

export function useTexts(): Words {
  const words = useContext(WordsSource)
  if (words === null) throw new Error('useTexts is called outside of TextsProvider.')
  return words
}

function wordsOf({ language, texts }: Chosen, choose: (chosen: Chosen) => void): Words {
  const iso = languages.find(({ code }) => code === language)?.iso ?? 'en-GB'
  const numbers = new Intl.NumberFormat(iso)
  const dates = new Intl.DateTimeFormat(iso, { dateStyle: 'medium' })
  const times = new Intl.DateTimeFormat(iso, { dateStyle: 'medium', timeStyle: 'short' })
  const ages = new Intl.RelativeTimeFormat(iso, { numeric: 'always', style: 'short' })
  const amounts = new Map<string, Intl.NumberFormat>()
  return {
    t: translator(texts, iso),
    keys: Object.keys(texts) as AdminKey[],
    language,
    iso,
    chooseLanguage: async (next) => {
      const loaded = await loadTexts(next)
      localStorage.setItem(storageKey, next)
      document.documentElement.lang = next
      choose({ language: next, texts: loaded })
    },
    money: (amount, currency) => {
      let format = amounts.get(currency)
      if (format === undefined) {
        format = new Intl.NumberFormat(iso, { style: 'currency', currency })
        amounts.set(currency, format)
      }
      return format.format(amount)
    },
    number: (value) => numbers.format(value),
    dateTime: (moment) => times.format(new Date(moment)),
    date: (moment) => dates.format(new Date(moment)),
    day: (day) => dates.format(new Date(`${day}T12:00`)),
    age: (moment, now = Date.now()) => {
      const minutes = Math.round((new Date(moment).getTime() - now) / 60_000)
      if (Math.abs(minutes) < 60) return ages.format(minutes, 'minute')
      const hours = Math.round(minutes / 60)
      return Math.abs(hours) < 24 ? ages.format(hours, 'hour') : ages.format(Math.round(hours / 24), 'day')
    },
  }
}
