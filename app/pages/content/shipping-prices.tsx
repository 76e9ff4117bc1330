/** The store's shipping methods with their prices, times and limits, from the data that checkout uses. */
import { formatMoney } from '../../../domain/money/money.ts'
import type { ShippingPriceRow } from '../../../domain/shipping/shipping-prices.ts'
import { useStore, useStrings } from '../../../ui/strings.tsx'
import { classNames } from '../../../ui/class-names.ts'
import styles from './article.module.css'

export function ShippingPrices({ rows }: { rows: readonly ShippingPriceRow[] }) {
  const t = useStrings()
  const store = useStore()
  return (
    <>
      <h2>{t('shipping.prices')}</h2>
      <table className={classNames(styles.stacked, styles.prices)}>
        <thead>
          <tr>
            <th scope="col">{t('shipping.method')}</th>
            <th scope="col">{t('shipping.price')}</th>
            <th scope="col">{t('shipping.free_from')}</th>
            <th scope="col">{t('shipping.time')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Row key={row.id} row={row} />
          ))}
        </tbody>
      </table>
      <p>{t('shipping.minimum', { amount: formatMoney(store.minimumOrderMinor, store) })}</p>
    </>
  )
}

function Row({ row }: { row: ShippingPriceRow }) {
  const t = useStrings()
  const store = useStore()
  const number = new Intl.NumberFormat(store.iso)
  const weight = (grams: number) => `${number.format(grams / 1000)}\u00A0kg`
  const { min, max } = row.days
  const size = row.maxSidesMm?.map((mm) => number.format(mm / 10)).join('\u00A0×\u00A0')
  const limits = [
    ...row.refuses.map((goods) => t(`shipping.${goods}`)),
    row.maxWeightGrams !== null && t('shipping.max_weight', { weight: weight(row.maxWeightGrams) }),
    size !== undefined && t('shipping.max_size', { size: `${size}\u00A0cm` }),
    row.maxUnits !== null && t('shipping.max_units', { count: row.maxUnits }),
  ].filter((limit) => limit !== false)
  return (
    <tr>
      <th scope="row">
        {row.name}
        {limits.length > 0 && (
          <div className={styles.note}>{t('shipping.not_for', { goods: limits.join(', ') })}</div>
        )}
      </th>
      <td data-label={t('shipping.price')}>
        {formatMoney(row.priceMinor, store)}
        {row.heavier.map(({ aboveGrams, priceMinor }) => (
          <div key={aboveGrams}>
            {t('shipping.over', { weight: weight(aboveGrams), price: formatMoney(priceMinor, store) })}
          </div>
        ))}
      </td>
      <td data-label={t('shipping.free_from')}>
        {row.freeFromMinor === null ? '–' : formatMoney(row.freeFromMinor, store)}
      </td>
      <td data-label={t('shipping.time')}>
        {t('shipping.days', { days: min === max ? String(min) : `${min}–${max}` })}
      </td>
    </tr>
  )
}
