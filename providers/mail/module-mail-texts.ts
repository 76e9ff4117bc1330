import type { StoreCode } from '../../domain/stores/stores.ts'
import { textsOf } from '../../locales/texts.server.ts'

/** The texts of a module's mails (`texts/STORE.mails.json`) by its name; for modules whose types the shop does not know. */
export const mailTextsOf = (module: string, store: StoreCode): unknown =>
  (textsOf(store).moduleMails as unknown as Readonly<Record<string, unknown>>)[module]
