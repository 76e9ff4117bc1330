/** Pages of modules inside the account (`accountPages` of their declarations), as its menu lists them. */
import type { IconName } from '../../../contract/sidebar.ts'
import type { StringKey } from '../../../locales/texts.server.ts'
import { entriesOf } from '../../../modules/modules.ts'

/** Path after that of the account, key of the text, icon. */
export type MenuPage = readonly [path: string, text: StringKey, icon: IconName]

export const accountPages: readonly MenuPage[] = [...entriesOf('accountPages')].flatMap(
  ([path, { text, icon }]) =>
    text === undefined ? [] : [[path, text as StringKey, icon as IconName] as const],
)
