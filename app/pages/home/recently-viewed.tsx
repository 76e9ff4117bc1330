/**
 * Recently viewed products; renders nothing until the stored state is read and while it is empty (PAGE-01,
 * HISTORY rows).
 */
import { readPrices } from '../../../domain/pricing/decimal-prices.ts'
import { shownPrice } from '../../../domain/pricing/tiers.ts'
import { links } from '../../links.ts'
import { useShopState } from '../../state/shop-state.ts'
import { useStore, useStrings } from '../../../ui/strings.tsx'
import { Carousel } from '../../features/products/carousel.tsx'
import { useMoney } from '../../features/products/price.tsx'
import styles from './home-page.module.css'

export function RecentlyViewed() {
  const t = useStrings()
  const { code } = useStore()
  const money = useMoney()
  const items = useShopState((state) => state.history.items)
  if (items.length === 0) return null
  return (
    <Carousel title={t('home.recent')}>
      {items.map(({ sku, name, slug, thumb, prices, vat }) => {
        const price = shownPrice(readPrices(prices))
        return (
          <li key={sku}>
            <a className={styles.viewed} href={links.product(code, slug)}>
              {thumb && (
                <img src={thumb.url} width={thumb.width} height={thumb.height} alt="" loading="lazy" />
              )}
              {name}
              {price && <b>{money(price.unitMinor, vat)}</b>}
            </a>
          </li>
        )
      })}
    </Carousel>
  )
}
