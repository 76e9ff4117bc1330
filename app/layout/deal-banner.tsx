/** The current deal with a countdown; removed when it ends (DEAL-02, DEAL-03). */
import type { Deal } from '../../domain/content/content.ts'
import { toEpochMs } from '../../domain/content/deal.ts'
import { toMinor } from '../../domain/money/money.ts'
import { reductionBadge } from '../../domain/pricing/tiers.ts'
import { links } from '../links.ts'
import { useStore, useStrings } from '../../ui/strings.tsx'
import { useMoney } from '../features/products/price.tsx'
import { clockText, useSecondsLeft } from '../../ui/use-countdown.ts'
import { classNames } from '../../ui/class-names.ts'
import styles from './deal-banner.module.css'

/** A deal with the lowest price of the thirty days before it (Dir. 98/6/EC Art. 6a). */
export interface BannerDeal extends Deal {
  /** Gross, major units. */
  lowest30Days: number
  /** Percent. */
  vat: number
}

export function DealBanner({ deal }: { deal: BannerDeal }) {
  const t = useStrings()
  const money = useMoney()
  const store = useStore()
  const left = useSecondsLeft(toEpochMs(deal.expiresAt))
  if (left === 0) return null
  return (
    <aside className={styles.banner} aria-label={t('deal.label')} data-deal>
      <div className={classNames('wrap', styles.row)}>
        <span className={styles.what}>
          {deal.title}: <a href={links.product(store.code, deal.productSlug)}>{deal.productName}</a>{' '}
          <b>{reductionBadge(deal.discount, store)}</b>
        </span>
        <span className={styles.terms}>
          {t('price.lowest_30_days', { price: money(toMinor(deal.lowest30Days), deal.vat) })}{' '}
          <span className={styles.end}>
            <span className={styles.ends}>{t('deal.ends_in')} </span>
            <span className={styles.clock} role="timer">
              {clockText(left, store.iso)}
            </span>
          </span>
        </span>
      </div>
    </aside>
  )
}
