/** Pages of modules that the last row of the footer leads to (`footerLinks` of their declarations): path and text. */
import type { StringKey } from '../../locales/texts.server.ts'
import { entriesOf } from '../../modules/modules.ts'

export const footerLinks = [...entriesOf('footerLinks')].map(
  ([path, { text }]) => [path as string, text as StringKey] as const,
)
