/**
 * Reads gift cards of a former shop with what is left on them: a table with the columns `code`, `balance`, `currency` and
 * `expires`. Shopify exports only the last characters of a code, by which nobody can pay. Reports never name a code.
 */
import { z } from 'zod'
import { hasColumns, namedCells, unreadColumns } from '../catalogue-import/named-cells.ts'
import { priceListColumns } from '../catalogue-import/price-list-columns.ts'
import type { RowProblem } from '../catalogue-import/row-report.ts'
import type { Table } from '../catalogue-import/table.ts'
import { readCardCode } from '../domain/gift-cards/gift-card-code.server.ts'
import type { Minor } from '../domain/money/money.ts'
import { readMerchantDate } from '../domain/stores/merchant-date.ts'
import type { Store } from '../domain/stores/stores.ts'
import { balanceFields } from './balance-fields.ts'
import {
  fieldTexts,
  readFields,
  withoutValue,
  type ShopTablePreset,
  type ShopTableRow,
} from './shop-table.ts'

export interface GiftCardValues {
  /** As `readCardCode` returns it. */
  code: string
  balanceMinor: Minor
  /** Null: it does not expire. */
  expiresAt: Date | null
}

const columns = {
  code: [
    'code',
    'gift card code',
    'gift card number',
    'card number',
    'kod',
    'presentkortskod',
    'kode',
    'gavekortkode',
    'gavekortskode',
    'gutscheincode',
  ],
  balance: ['balance', 'remaining balance', 'saldo', 'restsaldo', 'guthaben', 'restguthaben'],
  currency: ['currency', 'valuta', 'währung'],
  expires: [
    'expires',
    'expires on',
    'expires at',
    'expiry date',
    'expiration date',
    'giltigt till',
    'utgår',
    'gyldig til',
    'utløper',
    'udløber',
    'gültig bis',
  ],
} as const

/** Names of a column of codes: a table with one is of gift cards. */
export const cardCodes: readonly string[] = columns.code

export const giftCards: ShopTablePreset<GiftCardValues> = {
  name: 'gift-cards',
  holds: 'gift-cards',
  matches: (names) => {
    const { price, name } = priceListColumns(names)
    return (
      hasColumns(names, ['code', 'gift card code'], ['balance'], ['currency']) ||
      // A list of products has codes and a balance of units, too.
      (hasColumns(names, [...columns.code], [...columns.balance], [...columns.currency]) &&
        (price ?? name) === undefined)
    )
  },
  unused: (names) => unreadColumns(names, Object.values(columns).flat()),
  read: readGiftCards,
}

const rowOf = (store: Store) =>
  z.object({
    code: z.string().min(1, 'missing').transform(readCardCode).pipe(z.string('bad_card_code')),
    ...balanceFields(store),
    expires: z.string().transform((text, context) => {
      if (text === '') return null
      const moment = readMerchantDate(text, store.timeZone, 'end')
      if (moment !== null) return new Date(moment)
      context.addIssue({ code: 'custom', message: 'bad_date' })
      return z.NEVER
    }),
  })

async function* readGiftCards(table: Table, store: Store): AsyncGenerator<ShopTableRow<GiftCardValues>> {
  const cell = namedCells(table.columns)
  const schema = rowOf(store)
  for await (const { row, line, bytes, cells, refused } of table.rows) {
    const texts = fieldTexts(columns, cell, cells)
    const place = { row, line, bytes, ...(texts.code.length > 8 && { id: `…${texts.code.slice(-4)}` }) }
    if (refused) {
      yield { ...place, refused: withoutValue(refused) }
      continue
    }
    const read = readFields(schema, columns, texts)
    if (!read.ok) yield { ...place, refused: withoutCode(read.problem) }
    else {
      const { code, balance: balanceMinor, expires: expiresAt } = read.values
      yield { ...place, values: { code, balanceMinor, expiresAt } }
    }
  }
}

/** A code that is none may still be somebody's money. */
const withoutCode = (problem: RowProblem): RowProblem =>
  problem.column === columns.code[0] ? withoutValue(problem) : problem
