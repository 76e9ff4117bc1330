/**
 * The printable label that goes into the parcel of a return. Opened by its unguessable token, without
 * personal data. It is not a postage label: carrier integrations would create those.
 */
import { data, useLoaderData, type LoaderFunctionArgs, type MetaFunction } from 'react-router'
import type { PageHandle } from '../../../app/layout/page-handle.ts'
import { storePolicies } from '../../../domain/stores/stores.ts'
import { links } from '../../../app/links.ts'
import { shopContext } from '../../../app/shop-context.ts'
import { serverTranslate } from '../../../app/state/server-strings.server.ts'
import { useStore, useStrings } from '../../../ui/strings.tsx'
import { Button } from '../../../ui/button.tsx'
import { metaOf, pageHead } from '../../../app/pages/page-head.ts'
import { findReturnByToken } from '../return-repository.server.ts'
import styles from './parts/returns.module.css'

export const handle: PageHandle = { layout: 'simple' }

/** If the database is unavailable it responds with 503. */
export async function loader({ context, params }: LoaderFunctionArgs) {
  const shop = context.get(shopContext)
  const { code } = shop.store
  const found = await shop.read(
    ({ db }, token: string) => findReturnByToken(db, token),
    params['token'] ?? '',
  )
  const slip =
    found?.store === code ? { id: found.id, orderNumber: found.orderNumber, items: found.items } : null
  const title = serverTranslate(shop.store)(slip ? 'return.slip' : 'return.slip_gone')
  const head = pageHead(shop, { title, path: links.myOrder(code), index: false })
  return data({ slip, company: storePolicies[code].company, head }, { status: slip ? 200 : 404 })
}

export const meta: MetaFunction<typeof loader> = ({ loaderData }) => metaOf(loaderData)

export default function ReturnLabelPage() {
  const { slip, company } = useLoaderData<typeof loader>()
  const t = useStrings()
  const { code, brand } = useStore()
  if (!slip)
    return (
      <main className="wrap">
        <div className={styles.slip}>
          <h1>{t('return.slip_gone')}</h1>
          <p>
            <a href={links.home(code)}>{brand}</a>
          </p>
        </div>
      </main>
    )
  return (
    <main className="wrap">
      <article className={styles.slip}>
        <div>
          <h1>{t('return.slip')}</h1>
          <p className={styles.code}>{slip.id}</p>
          <p>{t('order.title_number', { number: slip.orderNumber })}</p>
        </div>
        <section aria-labelledby="slip-to">
          <h2 id="slip-to">{t('return.slip_to')}</h2>
          <address>
            {[company.name, company.street, `${company.postalCode} ${company.city}`, company.country].map(
              (line) => (
                <span key={line}>{line}</span>
              ),
            )}
          </address>
        </section>
        <ul className={styles.goods}>
          {slip.items.map(({ sku, name, quantity, reason }, index) => (
            <li key={`${sku} ${index}`}>
              {quantity} × {name} ({sku}): {t(`return_reason.${reason}`)}
            </li>
          ))}
        </ul>
        <p className={styles.soft}>{t('return.slip_text')}</p>
        <p className={styles.screenOnly}>
          <Button look="main" onClick={() => print()}>
            {t('return.print')}
          </Button>
        </p>
      </article>
    </main>
  )
}
