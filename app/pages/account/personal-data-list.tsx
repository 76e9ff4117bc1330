/**
 * The customer's data to read, a section for each kind that has any, and one for those without. The file has every
 * detail, and the kinds that are rare.
 */
import { useEffect, useState } from 'react'
import { entriesOf } from '../../../modules/modules.ts'
import type { StringKey } from '../../../locales/texts.server.ts'
import { useStore, useStrings } from '../../../ui/strings.tsx'
import { UnbrokenName } from '../../../ui/unbroken-name.tsx'
import { callAccount } from '../../state/auth.ts'
import { intervalText } from '../../features/products/interval-text.ts'
import { AccountFailure } from './account-failure.tsx'
import styles from './personal-data-list.module.css'

type Row = Readonly<Record<string, unknown>>
/** Kind → rows, as the API answers. */
export type OwnData = Readonly<Record<string, readonly Row[]>>

/** Title, kind, and the fields of a line. */
export const ownDataSections: readonly (readonly [
  title: StringKey,
  kind: string,
  fields: readonly string[],
])[] = [
  [
    'account.profile',
    'account',
    ['email', 'first_name', 'last_name', 'company_name', 'phone', 'street', 'postal_code', 'city'],
  ],
  [
    'address.title',
    'addresses',
    ['first_name', 'last_name', 'company_name', 'street', 'postal_code', 'city'],
  ],
  ['account.orders', 'orders', ['number', 'placed_at']],
  ['account.former_orders', 'former_orders', ['number', 'placed_at']],
  ...[...entriesOf('ownData')].map(
    ([kind, { title, fields }]) => [title as StringKey, kind, fields] as const,
  ),
  ['security.sessions', 'sessions', ['device', 'created_at']],
  ['security.passkeys', 'passkeys', ['name', 'created_at']],
]

export function PersonalDataList() {
  const t = useStrings()
  const store = useStore()
  const [data, setData] = useState<{ read: OwnData } | { failed: number } | null>(null)
  const [attempt, setAttempt] = useState(0)
  useEffect(() => {
    setData(null)
    void callAccount<OwnData>(store, 'auth/personal-data').then((answer) =>
      setData(answer.ok ? { read: answer.data } : { failed: answer.status }),
    )
  }, [store, attempt])
  if (data === null) return <p role="status">{t('account.loading')}</p>
  if ('failed' in data) return <AccountFailure status={data.failed} retry={() => setAttempt(attempt + 1)} />
  return <OwnDataSections data={data.read} />
}

export function OwnDataSections({ data }: { data: OwnData }) {
  const t = useStrings()
  const store = useStore()
  const day = new Intl.DateTimeFormat(store.iso, { dateStyle: 'medium', timeZone: store.timeZone })
  const text = (value: unknown): string =>
    typeof value !== 'string' && typeof value !== 'number'
      ? ''
      : typeof value === 'string' && /^\d{4}-\d\d-\d\dT/.test(value)
        ? day.format(new Date(value))
        : String(value)
  const lineOf = (row: Row, fields: readonly string[]): string =>
    fields
      .map((field) => (field === 'interval_name' ? intervalText(text(row[field]), t) : text(row[field])))
      .filter((part) => part !== '')
      .join(', ')
  const rowsOf = (kind: string): readonly Row[] => data[kind] ?? []
  const isEmpty = ([, kind]: (typeof ownDataSections)[number]) => rowsOf(kind).length === 0
  const empty = ownDataSections.filter(isEmpty)
  return (
    <dl className={styles.kinds}>
      {ownDataSections
        .filter((section) => !isEmpty(section))
        .map(([title, kind, fields]) => (
          <div key={kind}>
            <dt>
              <strong>{t(title)}</strong>
            </dt>
            {[...new Set(rowsOf(kind).map((row) => lineOf(row, fields)))].map((line) => (
              <dd key={line}>
                <UnbrokenName name={line} />
              </dd>
            ))}
          </div>
        ))}
      {empty.length > 0 && (
        <div>
          <dt>
            <strong>{t('data.nothing')}</strong>
          </dt>
          <dd>{empty.map(([title]) => t(title)).join(', ')}</dd>
        </div>
      )}
    </dl>
  )
}
