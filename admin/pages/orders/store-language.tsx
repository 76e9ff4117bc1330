/** Parts of a page in the language of a store, for what its buyers read. */
import type { ReactNode } from 'react'
import { classNames } from '../../../ui/class-names.ts'
import { languages, loadTexts, TextsProvider, type AdminTexts, type Language } from '../../texts.tsx'

/** The language of a store, English where the back office has none of it. */
const languageOf = (store: string) => languages.find(({ code }) => code === store) ?? languages[0]!

export type StoreTexts = Partial<Record<Language, AdminTexts>>

export async function textsOfStores(stores: readonly string[]): Promise<StoreTexts> {
  const codes = [...new Set(stores.map((store) => languageOf(store).code))]
  return Object.fromEntries(await Promise.all(codes.map(async (code) => [code, await loadTexts(code)])))
}

export function InStoreLanguage({
  store,
  texts,
  className,
  children,
}: {
  store: string
  /** Of all stores of the page. */
  texts: StoreTexts
  className?: string | undefined
  children: ReactNode
}) {
  const { code: language, iso } = languageOf(store)
  return (
    <TextsProvider key={language} initial={{ language, texts: texts[language]! }}>
      <div className={classNames('stack', className)} lang={iso}>
        {children}
      </div>
    </TextsProvider>
  )
}
