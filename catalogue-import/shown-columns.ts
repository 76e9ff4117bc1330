/** Columns in which lists of other systems say whether the shop shows a product. Pure. */
import { readBoolean } from './boolean-words.ts'
import { columnKey } from './price-list-columns.ts'
import { shortened, type RowProblem } from './row-report.ts'

/** Yes or no, by names as `columnKey` writes them: `Active (0/1)` of PrestaShop is `active01`. */
const shownNames: ReadonlySet<string> = new Set([
  'active',
  'active01',
  'isactive',
  'aktiv',
  'aktiverad',
  'aktivert',
  'aktiveret',
  'aktiviert',
  'published',
  'ispublished',
  'publicerad',
  'publisert',
  'udgivet',
  'veröffentlicht',
  'visible',
  'isvisible',
  'productvisible',
  'synlig',
  'sichtbar',
  'enabled',
  'isenabled',
])

/** Yes or no, where yes hides a product: `PROD_HIDDEN` of DanDomain. */
const hiddenNames: ReadonlySet<string> = new Set([
  'hidden',
  'ishidden',
  'prodhidden',
  'dold',
  'skjult',
  'versteckt',
])

/** A word, of which many mean something else: only those that hide a product are read. */
const statusNames: ReadonlySet<string> = new Set([
  'status',
  'productstatus',
  'produktstatus',
  'artikelstatus',
  'varestatus',
])

const hidingWords: ReadonlySet<string> = new Set([
  'inactive',
  'draft',
  'disabled',
  'hidden',
  'archived',
  'unpublished',
  'private',
  'pending',
  'inaktiv',
  'inaktivt',
  'utkast',
  'kladde',
  'kladd',
  'entwurf',
  'dold',
  'skjult',
  'versteckt',
  'deaktiviert',
  'arkiverad',
  'arkivert',
  'arkiveret',
  'archiviert',
])

export const isShownColumn = (column: string): boolean =>
  [shownNames, hiddenNames, statusNames].some((names) => names.has(columnKey(column)))

/** Why a row is not to be sold: `not_published`, or `unclear_word` for one that is neither yes nor no; null: it is. */
export function hiddenRows(columns: readonly string[]): (cells: readonly string[]) => RowProblem | null {
  const places = columns.flatMap((column, at) =>
    isShownColumn(column)
      ? [
          {
            at,
            column,
            isStatus: statusNames.has(columnKey(column)),
            shows: !hiddenNames.has(columnKey(column)),
          },
        ]
      : [],
  )
  return (cells) => {
    for (const { at, column, isStatus, shows } of places) {
      const text = (cells[at] ?? '').trim()
      const says = readBoolean(text)
      if (text === '' || says === shows) continue
      const hides = says === !shows || hidingWords.has(text.toLowerCase())
      if (!hides && isStatus) continue
      const code = hides ? 'not_published' : 'unclear_word'
      return { code, column: shortened(column), value: shortened(text) }
    }
    return null
  }
}
