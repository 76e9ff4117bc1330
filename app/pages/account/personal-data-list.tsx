/** The customer's data to read: profile, orders, newsletter, devices. The file has every detail. */
import { useEffect, useState } from 'react'
import { useStore, useStrings } from '../../../ui/strings.tsx'
import { callAccount } from '../../state/auth.ts'
import { AccountFailure } from './account-failure.tsx'

type Row = Readonly<Record<string, unknown>>
type Data = Readonly<Record<string, readonly Row[]>>

export function PersonalDataList() {
  const t = useStrings()
  const store = useStore()
  const [data, setData] = useState<Data | { failed: number } | null>(null)
  const [attempt, setAttempt] = useState(0)
  useEffect(() => {
    setData(null)
    void callAccount<Data>(store, 'auth/personal-data').then((answer) =>
      setData(answer.ok ? answer.data : { failed: answer.status }),
    )
  }, [store, attempt])
  if (data === null) return <p role="status">{t('account.loading')}</p>
  if (typeof data['failed'] === 'number')
    return <AccountFailure status={data['failed']} retry={() => setAttempt(attempt + 1)} />
  const day = new Intl.DateTimeFormat(store.iso, { dateStyle: 'medium' })
  const text = (value: unknown): string =>
    typeof value !== 'string' && typeof value !== 'number'
      ? ''
      : typeof value === 'string' && /^\d{4}-\d\d-\d\dT/.test(value)
        ? day.format(new Date(value))
        : String(value)
  const lineOf = (row: Row, fields: readonly string[]): string =>
    fields
      .map((field) => text(row[field]))
      .filter((part) => part !== '')
      .join(', ')
  const rowsOf = (section: string): readonly Row[] => (data as Data)[section] ?? []
  const sections = [
    [
      'account.profile',
      'account',
      ['email', 'first_name', 'last_name', 'company_name', 'phone', 'street', 'postal_code', 'city'],
    ],
    ['account.orders', 'orders', ['number', 'placed_at']],
    ['data.reviews', 'reviews', ['sku', 'stars', 'words']],
    ['account.subscriptions', 'subscriptions', ['number', 'name', 'interval_name']],
    ['data.newsletter', 'newsletter', ['store', 'subscribed_at']],
    ['data.stock', 'stock_notifications', ['sku']],
    ['security.sessions', 'sessions', ['device', 'created_at']],
    ['security.passkeys', 'passkeys', ['name', 'created_at']],
  ] as const
  return (
    <dl>
      {sections.map(([title, section, fields]) => (
        <div key={section}>
          <dt>
            <strong>{t(title)}</strong>
          </dt>
          {rowsOf(section).length === 0 && <dd>{t('data.nothing')}</dd>}
          {[...new Set(rowsOf(section).map((row) => lineOf(row, fields)))].map((line) => (
            <dd key={line}>{line}</dd>
          ))}
        </div>
      ))}
    </dl>
  )
}
