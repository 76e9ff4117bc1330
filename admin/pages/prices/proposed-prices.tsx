/** A page of proposed prices: each with its source, what changes, a price that can be corrected, and whether it is taken. */
import { useState } from 'react'
import type { ProposedPrice } from '../../../contract/admin/price-proposals.ts'
import { readAmount, writeAmount } from '../../pricing/typed-amount.ts'
import { refusalText } from '../../shell/refusals.ts'
import { storeCurrency, storeName } from '../../store-name.ts'
import { useTexts } from '../../texts.tsx'
import list from '../../shell/row-list.module.css'
import styles from './price-proposal.module.css'

/** Prices of one unit that staff have typed, by `proposedKey`. */
export type Corrections = ReadonlyMap<string, number>

export const proposedKey = ({ store, sku }: { store: string; sku: string }): string => `${store} ${sku}`

export function ProposedPrices({
  rows,
  source,
  isOneStore,
  corrections,
  leftOut,
  onCorrect,
  onTake,
  onWrong,
}: {
  rows: readonly ProposedPrice[]
  source: string
  /** Whether all pages are of one store, which then has no column. */
  isOneStore: boolean
  corrections: Corrections
  leftOut: ReadonlySet<string>
  /** Null: the price by the rule. */
  onCorrect: (row: ProposedPrice, price: number | null) => void
  onTake: (row: ProposedPrice, isTaken: boolean) => void
  /** Whether what is typed in a row is no price, which keeps the proposal from being stored. */
  onWrong: (row: ProposedPrice, isWrong: boolean) => void
}) {
  const { t, money, number } = useTexts()
  const hasMargins = rows.some(({ margin }) => margin !== null)
  const amounts = [
    t('proposal.source_price'),
    t('proposal.ruled'),
    t('proposal.current'),
    t('proposal.new_price'),
    t('proposal.change'),
    ...(hasMargins ? [t('prices.column_margin')] : []),
  ]
  return (
    <div className={list.list} role="region" tabIndex={0} aria-label={t('section.prices')}>
      <table className={styles.rows}>
        <thead>
          <tr>
            <th scope="col">{t('proposal.take')}</th>
            <th scope="col">{t('proposal.product')}</th>
            {!isOneStore && <th scope="col">{t('orders.store')}</th>}
            {amounts.map((label) => (
              <th key={label} scope="col" className={list.amount}>
                {label}
              </th>
            ))}
            <th scope="col">{t('prices.note')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => {
            const { store, sku, name, changePercent: change, margin } = row
            const key = proposedKey(row)
            const amount = (value: number | null) =>
              value === null ? '–' : money(value, storeCurrency(store))
            const isTaken = !leftOut.has(key)
            return (
              <tr key={key} data-left-out={!isTaken || undefined}>
                <td>
                  <input
                    type="checkbox"
                    aria-label={t('proposal.take_row', { sku, store: storeName(store) })}
                    checked={isTaken}
                    onChange={({ target }) => onTake(row, target.checked)}
                  />
                </td>
                <th scope="row">
                  {sku}
                  <span className={styles.name}>{name}</span>
                </th>
                {!isOneStore && <td>{storeName(store)}</td>}
                <td className={list.amount}>{money(row.sourcePrice, storeCurrency(source))}</td>
                <td className={list.amount}>{amount(row.ruledPrice)}</td>
                <td className={list.amount}>{amount(row.currentPrice)}</td>
                <td className={list.amount}>
                  <Correction
                    row={row}
                    typed={corrections.get(key)}
                    onCorrect={(price) => onCorrect(row, price)}
                    onWrong={(isWrong) => onWrong(row, isWrong)}
                  />
                </td>
                <td className={list.amount}>
                  {change !== null &&
                    `${change > 0 ? '+' : change < 0 ? '−' : ''}${number(Math.abs(change))} %`}
                </td>
                {hasMargins && (
                  <td className={list.amount}>{margin?.percent != null && `${number(margin.percent)} %`}</td>
                )}
                <td>
                  <Note row={row} typed={corrections.get(key)} />
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}

function Correction({
  row,
  typed,
  onCorrect,
  onWrong,
}: {
  row: ProposedPrice
  typed: number | undefined
  onCorrect: (price: number | null) => void
  onWrong: (isWrong: boolean) => void
}) {
  const { t } = useTexts()
  // Null: nothing is typed that is not yet part of the proposal.
  const [edited, setEdited] = useState<string | null>(null)
  const text = edited ?? writeAmount(typed ?? row.ruledPrice)
  const read = readTyped(text)
  const isWrong = edited !== null && isNoPrice(read)
  const commit = () => {
    if (edited === null || isWrong) return
    const price = typeof read === 'number' && read !== row.ruledPrice ? read : null
    setEdited(null)
    if (price !== (typed ?? null)) onCorrect(price)
  }
  return (
    <>
      <input
        className={styles.price}
        inputMode="decimal"
        autoComplete="off"
        aria-label={t('proposal.new_price_of', { sku: row.sku, store: storeName(row.store) })}
        aria-invalid={isWrong || undefined}
        value={text}
        onChange={({ target }) => {
          setEdited(target.value)
          onWrong(isNoPrice(readTyped(target.value)))
        }}
        onBlur={commit}
        onKeyDown={(event) => event.key === 'Enter' && commit()}
      />
      {isWrong && (
        <span className={styles.wrong} role="alert">
          {t(read === 'ambiguous' ? 'prices.problem_ambiguous' : 'prices.problem_amount')}
        </span>
      )}
    </>
  )
}

/** Null: the price by the rule. */
const readTyped = (text: string) => (text.trim() === '' ? null : readAmount(text))

const isNoPrice = (read: ReturnType<typeof readTyped>): boolean => typeof read === 'string' || read === 0

function Note({ row, typed }: { row: ProposedPrice; typed: number | undefined }) {
  const { t, money } = useTexts()
  if (row.leftOut) return null
  if (row.refusal !== null) return refusalText(t, row.refusal)
  const notes = [
    row.outcome === 'unchanged' && t('proposal.unchanged'),
    row.margin?.isBelowCost && t('prices.is_below_cost'),
    // To the digits of the currency.
    row.corrected &&
      typed !== undefined &&
      row.newPrice !== null &&
      row.newPrice !== typed &&
      t('prices.rounded', {
        from: money(typed, storeCurrency(row.store)),
        to: money(row.newPrice, storeCurrency(row.store)),
      }),
    row.lostQuantities.length > 0 &&
      t('proposal.lost_quantities', { quantities: row.lostQuantities.join(', ') }),
    row.quantities.length > 0 && t('proposal.quantities', { quantities: row.quantities.join(', ') }),
  ]
  return notes.filter(Boolean).join(' · ')
}
