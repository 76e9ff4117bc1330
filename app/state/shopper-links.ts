/** Pages of modules that the shop's menu and the account lead to (`shopperLinks` of their declarations). */
import type { IconName } from '../../contract/sidebar.ts'
import type { StringKey } from '../../locales/texts.server.ts'
import { entriesOf } from '../../modules/modules.ts'

export const shopperLinks = [...entriesOf('shopperLinks')].map(([path, { text, icon }]) => ({
  /** After the store. */
  path: path as string,
  text: text as StringKey,
  icon: icon as IconName,
}))
