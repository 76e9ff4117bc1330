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
import { useShopState } from '../../state/shop-state.ts'
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

/** Pages of the account in the order of its menu. */
const pages = [
  ['', 'account.overview'],
  ['offers', 'account.offers'],
  ['orders', 'account.orders'],
  ['returns', 'account.returns'],
  ['subscriptions', 'account.subscriptions'],
  ['quick-order', 'quick.title'],
  ['company', 'company.title'],
  ['profile/edit', 'account.profile'],
] as const

/** Pages that only people of a company see in the menu. */
const companyPages: ReadonlySet<string> = new Set(['quick-order', 'company'])

export default function AccountPage() {
  const t = useStrings()
  const { code } = useStore()
  const { pathname } = useLocation()
  const isInCompany = useShopState(({ auth }) => auth.user?.company !== undefined)
  const shown = pages.filter(([child]) => isInCompany || !companyPages.has(child))
  const isOpen = (child: string) =>
    pathname === links.account(code, child) || (child === '' && pathname === links.account(code, 'overview'))
  return (
    <main className={classNames('wrap', styles.page)}>
      <h1>{t('login.title')}</h1>
      <nav className={styles.menu} aria-label={t('account.label')}>
        <ul>
          {shown.map(([child, title]) => {
            const address = links.account(code, child)
            return (
              <li key={child}>
                <a href={address} aria-current={isOpen(child) ? 'page' : undefined}>
                  {t(title)}
                </a>
              </li>
            )
          })}
          <li>
            <LogOutButton className={styles.logOut!} />
          </li>
        </ul>
      </nav>
      <div>
        <Outlet />
      </div>
    </main>
  )
}
