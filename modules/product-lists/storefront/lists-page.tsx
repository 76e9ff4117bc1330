/**
 * The shopper's lists: the products saved on this device, or the lists of the account; with a token, the list
 * that somebody shares by link. Not for search engines. The document of one's own lists is the same for
 * everybody: what is on it comes from `bex05` and from the API.
 */
import { data, useLoaderData, type LoaderFunctionArgs, type MetaArgs } from 'react-router'
import { listPath } from '../list-path.ts'
import { sharedList } from '../product-list-repository.server.ts'
import { viewListLines } from '../view-list-lines.ts'
import { useStrings } from '../../../ui/strings.tsx'
import { classNames } from '../../../ui/class-names.ts'
import type { PageHandle } from '../../../app/layout/page-handle.ts'
import { shopContext, type ShopContext } from '../../../app/shop-context.ts'
import { serverTranslate } from '../../../app/state/server-strings.server.ts'
import { useShopState } from '../../../app/state/shop-state.ts'
import { metaOf, pageHead } from '../../../app/pages/page-head.ts'
import { AccountLists } from './account-lists.tsx'
import { DeviceList } from './device-list.tsx'
import { SharedList } from './shared-list.tsx'
import styles from './lists-page.module.css'

export const handle: PageHandle = { layout: 'plain' }

/** 404: the list of the link is no longer shared, or never was; 503 if the database is unavailable. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const shop = context.get(shopContext)
  const t = serverTranslate(shop.store)
  const token = new URL(request.url).searchParams.get('list')
  const shared = token === null ? null : { list: await loadSharedList(shop, token) }
  const sharedTitle = shared && (shared.list ? (shared.list.name ?? t('list.saved')) : t('list.shared_gone'))
  const title = sharedTitle ?? t('list.title')
  const head = pageHead(shop, { title, path: listPath(shop.store.code), index: false })
  return data({ shared, title, head }, { status: shared?.list === null ? 404 : 200 })
}

async function loadSharedList({ store: { code }, catalogue, read }: ShopContext, token: string) {
  const list = await read(sharedList, { store: code, token })
  return list && { name: list.name, lines: viewListLines(catalogue, code, list.lines) }
}

export const meta = ({ loaderData }: MetaArgs<typeof loader>) => metaOf(loaderData)

export default function ListsPage() {
  const { shared, title } = useLoaderData<typeof loader>()
  return (
    <main className={classNames('wrap', styles.page)}>
      <h1>{title}</h1>
      {shared ? <SharedList list={shared.list} /> : <OwnLists />}
    </main>
  )
}

function OwnLists() {
  const t = useStrings()
  const isReady = useShopState((state) => state.hydrated)
  const isCustomer = useShopState(({ auth }) => auth.strategy === 'account' && auth.user !== null)
  if (!isReady) return <p role="status">{t('account.loading')}</p>
  return isCustomer ? <AccountLists /> : <DeviceList />
}
