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

/** Pages of the account that its menu lists, each behind a page of the kernel (`accountPages` of the declarations). */
export const accountPages = [...entriesOf('accountPages')].flatMap(([path, { menu }]) =>
  menu === undefined
    ? []
    : [
        {
          /** After `my-account`. */
          path: path as string,
          text: menu.text as StringKey,
          icon: menu.icon as IconName,
          behind: menu.behind,
        },
      ],
)

/** Those that the last row of the footer leads to (`footerLinks` of the declarations). */
export const footerLinks = [...entriesOf('footerLinks')].map(([path, { text }]) => ({
  /** After the store. */
  path: path as string,
  text: text as StringKey,
}))
