/** Rows of a planned change of prices: the new price, what a campaign may announce, and why a row is refused. */
import type { z } from 'zod'
import type { plannedRow } from '../../contract/admin/prices.ts'
import { refusalText } from '../shell/refusals.ts'
import { storeCurrency, storeName } from '../store-name.ts'
import { useTexts } from '../texts.tsx'
import styles from '../shell/row-list.module.css'

type Row = z.infer<typeof plannedRow>

const unitOf = (tiers: { quantity: number; price: number }[] | undefined) =>
  tiers?.find(({ quantity }) => quantity === 1)?.price

/** Rows that are drawn; the browser is slow with thousands. */
const shownRows = 200

/** How much the normal price changes, in parts of the one before: 0.5 is half as much again; null: it is new or gone. */
function changeOf({ before, after }: Row): number | null {
  const [from, to] = [unitOf(before?.normal), unitOf(after?.normal)]
  return from === undefined || to === undefined || from === 0 ? null : to / from - 1
}

/** Whether the normal price changes by half or more, as when prices were pasted one row too low. */
export const isLargeChange = (row: Row): boolean => Math.abs(changeOf(row) ?? 0) >= 0.5

export function PlanRows({
  rows,
  replaced,
  belowCost,
  isForLater = false,
}: {
  rows: readonly Row[]
  /** How many campaigns replace others. */
  replaced: number
  /** How many changes have a price below the purchase cost. */
  belowCost: number
  /** Whether campaigns are planned, which begin when those of today have ended. */
  isForLater?: boolean
}) {
  const { t, money, number } = useTexts()
  if (rows.length === 0) return null
  const amount = (value: number | null | undefined, store: string) =>
    value === null || value === undefined ? '–' : money(value, storeCurrency(store))
  const large = rows.filter(isLargeChange).length
  const hasMargins = rows.some(({ margin }) => margin !== null)
  const hasReductions = rows.some(({ reduction }) => reduction !== null)
  return (
    <>
      {large > 0 && <p className={styles.note}>{t('prices.large_changes', { count: large })}</p>}
      {belowCost > 0 && <p className={styles.note}>{t('prices.below_cost', { count: belowCost })}</p>}
      {replaced > 0 && <p className={styles.note}>{t('prices.replaced', { count: replaced })}</p>}
      {hasReductions && <p>{t('prices.lowest_text')}</p>}
      {hasReductions && isForLater && <p>{t('prices.lowest_later')}</p>}
      <div className={styles.list} role="region" tabIndex={0} aria-label={t('prices.rows')}>
        <table>
          <thead>
            <tr>
              <th scope="col">{t('orders.sku')}</th>
              <th scope="col">{t('orders.store')}</th>
              <th scope="col" className={styles.amount}>
                {t('products.price')}
              </th>
              <th scope="col" className={styles.amount}>
                {t('price.campaign')}
              </th>
              <th scope="col" className={styles.amount}>
                {t('prices.lowest')}
              </th>
              <th scope="col" className={styles.amount}>
                {t('prices.announce')}
              </th>
              {hasMargins && (
                <th scope="col" className={styles.amount}>
                  {t('prices.column_margin')}
                </th>
              )}
              <th scope="col">{t('prices.note')}</th>
            </tr>
          </thead>
          <tbody>
            {rows.slice(0, shownRows).map((row) => (
              <tr key={`${row.store} ${row.sku}`}>
                <th scope="row">{row.sku}</th>
                <td>{storeName(row.store)}</td>
                <td className={styles.amount}>
                  <Change
                    before={unitOf(row.before?.normal)}
                    after={unitOf(row.after?.normal)}
                    store={row.store}
                  />
                </td>
                <td className={styles.amount}>{amount(unitOf(row.after?.campaign?.tiers), row.store)}</td>
                <td className={styles.amount}>{row.reduction && amount(row.reduction.lowest, row.store)}</td>
                <td className={styles.amount}>
                  {row.reduction &&
                    (row.reduction.percent === null ? t('prices.none') : `−${row.reduction.percent} %`)}
                </td>
                {hasMargins && (
                  <td className={styles.amount}>
                    {row.margin?.percent != null && `${number(row.margin.percent)} %`}
                  </td>
                )}
                <td>
                  <Note row={row} isForLater={isForLater} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {rows.length > shownRows && <p>{t('prices.more_rows', { count: rows.length - shownRows })}</p>}
    </>
  )
}

function Change({
  before,
  after,
  store,
}: {
  before: number | undefined
  after: number | undefined
  store: string
}) {
  const { money } = useTexts()
  const text = (value: number | undefined) => (value === undefined ? '–' : money(value, storeCurrency(store)))
  return before === after || after === undefined ? text(before) : `${text(before)} → ${text(after)}`
}

function Note({ row, isForLater }: { row: Row; isForLater: boolean }) {
  const { t, money, date, number } = useTexts()
  const { refusal, rounded, replaces, overlaps, margin, store } = row
  const change = changeOf(row)
  const day = (time: string | null, before = 0) =>
    time === null ? '…' : date(new Date(Date.parse(time) - before).toISOString())
  // A campaign ends in the moment after its last day.
  const wordsOf = ({ tiers, startsAt, endsAt }: Row['overlaps'][number]) => ({
    price: money(unitOf(tiers) ?? 0, storeCurrency(store)),
    period: `${day(startsAt)} – ${day(endsAt, 1)}`,
  })
  const roundings = rounded.map(({ from, to }) =>
    t('prices.rounded', { from: money(from, storeCurrency(store)), to: money(to, storeCurrency(store)) }),
  )
  if (refusal !== null)
    return [
      refusalText(t, refusal),
      ...roundings,
      ...overlaps.map((campaign) => t('prices.overlaps', wordsOf(campaign))),
    ].join(' · ')
  const notes = [
    change !== null &&
      isLargeChange(row) &&
      `${change > 0 ? '+' : '−'}${number(Math.abs(Math.round(change * 100)))} %`,
    margin?.isBelowCost && t('prices.is_below_cost'),
    ...roundings,
    replaces && t('prices.replaces', wordsOf(replaces)),
    ...overlaps.map((campaign) => t(isForLater ? 'prices.replaces' : 'prices.delays', wordsOf(campaign))),
  ]
  return notes.filter(Boolean).join(' · ')
}
