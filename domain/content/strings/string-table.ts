/** A table of words: key → the text in each store's language. ICU messages (domain/content/message.ts). */
import type { StoreCode } from '../../stores/stores.ts'

export type StringTable = Record<string, Record<StoreCode, string>>
