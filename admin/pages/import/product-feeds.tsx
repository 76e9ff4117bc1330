/** The feeds of products: where services fetch them, and what each leaves out. */
import type { ProductFeedsAnswer } from '../../../contract/admin/product-feeds.ts'
import { Card } from '../../shell/card.tsx'
import { useTexts } from '../../texts.tsx'
import styles from './import.module.css'

type Feed = ProductFeedsAnswer['feeds'][number]

/** Names of the services. */
const names: Readonly<Record<Feed['form'], string>> = {
  merchant: 'Google Merchant Center, Prisjakt',
  meta: 'Meta',
  idealo: 'idealo',
  kelkoo: 'Kelkoo',
  pricerunner: 'PriceRunner',
}

export function ProductFeeds({ feeds, store }: { feeds: readonly Feed[]; store: string }) {
  const { t, dateTime } = useTexts()
  const shown = feeds.filter((feed) => feed.store === store)
  if (shown.length === 0) return null
  return (
    <Card title={t('feeds.title')}>
      <div className={styles.form}>
        <p>{t('feeds.intro')}</p>
        <ul className={styles.columns}>
          {shown.map(({ form, address, report }) => (
            <li key={form} className={styles.feed}>
              <h3>{names[form]}</h3>
              <a className={styles.columnName} href={address} target="_blank" rel="noreferrer">
                {address}
              </a>
              <p>
                {report === null
                  ? t('feeds.not_written')
                  : t('feeds.written', { count: report.products, at: dateTime(report.writtenAt) })}
              </p>
              {report !== null && report.leftOut.length > 0 && (
                <details>
                  <summary>
                    {t('feeds.left_out', {
                      count: report.leftOut.reduce((sum, { products }) => sum + products, 0),
                    })}
                  </summary>
                  <dl className={styles.leftOut}>
                    {report.leftOut.map(({ reason, products, skus }) => (
                      <div key={reason}>
                        <dt>{t('feeds.reason', { reason: t(`feeds.${reason}`), count: products })}</dt>
                        <dd>
                          {skus.join(', ')}
                          {skus.length < products && ' …'}
                        </dd>
                      </div>
                    ))}
                  </dl>
                </details>
              )}
            </li>
          ))}
        </ul>
      </div>
    </Card>
  )
}
