/** Pages of modules that the menus of the shop and of the account, and the footer list. */
import type { IconName } from '../../contract/sidebar.ts'
import type { StringKey } from '../../locales/texts.server.ts'
import { entriesOf } from '../../modules/modules.ts'

/** Those that the shop's menu and the account lead to (`shopperLinks` of the declarations). */
export const shopperLinks = [...entriesOf('shopperLinks')].map(([path, { text, icon }]) => ({
  /** After the store. */
  path: path as string,
  text: text as StringKey,
  icon: icon as IconName,
}))

/** Pages of the account (`accountPages` of the declarations), with the page of the kernel that each is listed behind. */
export const accountPages = [...entriesOf('accountPages')].map(([path, { text, icon, behind }]) => ({
  /** After `my-account`. */
  path: path as string,
  text: text as StringKey,
  icon: icon as IconName,
  behind,
}))

/** Those that the last row of the footer leads to (`footerLinks` of the declarations). */
export const footerLinks = [...entriesOf('footerLinks')].map(([path, { text }]) => ({
  /** After the store. */
  path: path as string,
  text: text as StringKey,
}))
