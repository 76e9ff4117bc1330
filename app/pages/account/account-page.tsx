/**
 * The account area: its heading and menu around each of its pages (ROUTE-04, ACCOUNT-01). Accounts only
 * (ROUTE-48).
 */
import { Outlet, useLocation } from 'react-router'
import type { PageHandle } from '../../layout/page-handle.ts'
import { gated } from '../../guards.server.ts'
import { links } from '../../links.ts'
import { shopContext } from '../../shop-context.ts'
import { serverTranslate } from '../../state/server-strings.server.ts'
import { accountPages, shopperLinks } from '../../state/module-links.ts'
import { useShopState } from '../../state/shop-state.ts'
import { Icon } from '../../../ui/icon.tsx'
import { useStore, useStrings } from '../../../ui/strings.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { metaOf, pageHead } from '../page-head.ts'
import { LogOutButton } from './log-out-button.tsx'
import type { Route } from './+types/account-page'
import styles from './account-page.module.css'

export const handle: PageHandle = { layout: 'plain' }

export const loader = gated({ guards: ['account'] }, ({ context }: Route.LoaderArgs) => {
  const shop = context.get(shopContext)
  const title = serverTranslate(shop.store)('login.title')
  return { head: pageHead(shop, { title, path: links.account(shop.store.code), index: false }) }
})

export const meta = ({ loaderData }: Route.MetaArgs) => metaOf(loaderData)

/** Pages of the kernel in the order of the menu, with the icon that the overview shows. */
const kernelPages = [
  ['', 'account.overview', 'user'],
  ['orders', 'account.orders', 'truck'],
  ['quick-order', 'quick.title', 'bolt'],
  ['company', 'company.title', 'globe'],
  ['profile/edit', 'account.profile', 'gear'],
] as const

/** All pages, each of a module behind the one that it names. */
const pages = kernelPages.flatMap(([child, title, icon]) => [
  { child, title, icon },
  ...accountPages
    .filter(({ behind }) => behind === (child || 'overview'))
    .map(({ path, text, icon: own }) => ({ child: path, title: text, icon: own })),
])

/** Pages that the profile leads to: the menu shows the profile as the current part. */
const profilePages = ['addresses', 'data', 'security']

/** Pages whose tab is shown to people of a company, and on the page itself to everybody who opens it. */
const companyPages: ReadonlySet<string> = new Set(['quick-order', 'company'])

/** On the overview the menu has a card for each entry, below the newest order. Elsewhere it is a row of links. */
export default function AccountPage() {
  const t = useStrings()
  const { code } = useStore()
  const { pathname } = useLocation()
  const isInCompany = useShopState(({ auth }) => auth.user?.company !== undefined)
  const isOpen = (child: string) =>
    pathname === links.account(code, child) || (child === '' && pathname === links.account(code, 'overview'))
  const isCurrent = (child: string) =>
    isOpen(child) || (child === 'profile/edit' && profilePages.some(isOpen))
  const shown = pages.filter(({ child }) => isInCompany || !companyPages.has(child) || isOpen(child))
  return (
    <main className={classNames('wrap', styles.page)}>
      <h1>{t('login.title')}</h1>
      {isOpen('') && <Outlet />}
      <nav className={classNames(styles.menu, isOpen('') && styles.cards)} aria-label={t('account.label')}>
        <ul>
          {shown.map(({ child, title, icon }) => {
            const address = links.account(code, child)
            return (
              <li key={child}>
                <a
                  href={address}
                  aria-current={isOpen(child) ? 'page' : isCurrent(child) ? 'true' : undefined}
                >
                  <Icon name={icon} />
                  {t(title)}
                </a>
              </li>
            )
          })}
          {shopperLinks.map(({ path, text, icon }) => (
            <li key={path}>
              <a href={links.modulePage(code, path)}>
                <Icon name={icon} />
                {t(text)}
              </a>
            </li>
          ))}
          <li>
            <LogOutButton className={styles.logOut!} />
          </li>
        </ul>
      </nav>
      {!isOpen('') && (
        <div>
          <Outlet />
        </div>
      )}
    </main>
  )
}
