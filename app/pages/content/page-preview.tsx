/** A preview of an unpublished page, for anyone with its key (ROUTE-13, 51). Never cached, never indexed. */
import { shopContext } from '../../shop-context.ts'
import { serverTranslate } from '../../state/server-strings.server.ts'
import { useStrings } from '../../../ui/strings.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { metaOf, pageHead } from '../page-head.ts'
import { Article } from './article.tsx'
import { PlainPage } from './plain-page.tsx'
import type { Route } from './+types/page-preview'

export const headers = () => ({ 'x-robots-tag': 'noindex' })

/** Without a key it explains that one is needed; 404: a key that opens no such page. */
export function loader({ request, context }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  const t = serverTranslate(shop.store)
  const query = new URL(request.url).searchParams
  const slug = query.get('slug')
  const key = query.get('key')
  const page = shop.content.preview(shop.store.code, slug ?? '', key ?? '')
  if (page === null && (slug !== null || key !== null)) throw new Response(null, { status: 404 })
  const title = page?.title ?? t('content.preview_title')
  return {
    page: page && { title: page.title, body: page.body },
    breadcrumbs: [{ text: title }],
    head: pageHead(shop, { title, path: `/${shop.store.code}/page-preview`, index: false }),
  }
}

export const meta = ({ loaderData }: Route.MetaArgs) => metaOf(loaderData)

export default function PagePreview({ loaderData: { page } }: Route.ComponentProps) {
  const t = useStrings()
  if (page === null) return <PlainPage title={t('content.preview_title')} lead={t('content.preview_text')} />
  return (
    <>
      <div className="wrap">
        <Notice look="warning">{t('content.preview')}</Notice>
      </div>
      <Article page={page} />
    </>
  )
}
