/**
 * Reads the store credit of a former shop's customers: a table with an e-mail address, a balance and a currency, as apps
 * export it of Shopify, whose own exports do not have it. Reports name no address.
 */
import { z } from 'zod'
import { hasColumns, namedCells, unreadColumns } from '../catalogue-import/named-cells.ts'
import type { Table } from '../catalogue-import/table.ts'
import type { Minor } from '../domain/money/money.ts'
import { normalizeEmail } from '../domain/stores/email.ts'
import type { Store } from '../domain/stores/stores.ts'
import { balanceFields } from './balance-fields.ts'
import { cardCodes } from './gift-cards.ts'
import {
  fieldTexts,
  readFields,
  withoutValue,
  type ShopTablePreset,
  type ShopTableRow,
} from './shop-table.ts'

export interface StoreCreditValues {
  email: string
  balanceMinor: Minor
}

const columns = {
  email: [
    'email',
    'customer email',
    'customer: email',
    'e-mail',
    'email address',
    'e-post',
    'e-postadress',
    'e-postadresse',
    'e-mail-adresse',
  ],
  balance: [
    'balance',
    'store credit',
    'store credit balance',
    'store credit: balance',
    'credit balance',
    'tillgodohavande',
    'guthaben',
  ],
  currency: [
    'currency',
    'store credit currency',
    'store credit: currency',
    'balance currency',
    'valuta',
    'währung',
  ],
} as const

export const storeCredit: ShopTablePreset<StoreCreditValues> = {
  name: 'store-credit',
  holds: 'store-credit',
  matches: (names) =>
    hasColumns(names, [...columns.email], [...columns.balance], [...columns.currency]) &&
    !hasColumns(names, [...cardCodes]),
  unused: (names) => unreadColumns(names, Object.values(columns).flat()),
  read: readStoreCredit,
}

const rowOf = (store: Store) =>
  z.object({
    email: z.string().min(1, 'missing').transform(normalizeEmail).pipe(z.string('bad_email')),
    ...balanceFields(store),
  })

async function* readStoreCredit(table: Table, store: Store): AsyncGenerator<ShopTableRow<StoreCreditValues>> {
  const cell = namedCells(table.columns)
  const schema = rowOf(store)
  for await (const { row, line, bytes, cells, refused } of table.rows) {
    const place = { row, line, bytes }
    if (refused) {
      yield { ...place, refused: withoutValue(refused) }
      continue
    }
    const read = readFields(schema, columns, fieldTexts(columns, cell, cells))
    if (!read.ok) yield { ...place, refused: withoutValue(read.problem) }
    else yield { ...place, values: { email: read.values.email, balanceMinor: read.values.balance } }
  }
}
