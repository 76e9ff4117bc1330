/** The wrapping that the orders of each store wait for: what to take to the table. */
import {
  Card,
  Page,
  RefusalNotice,
  storeName,
  Table,
  useCan,
  useStaffData,
  useStores,
  useText,
} from 'anode/staff'
import type { SummaryAnswer } from '../staff-contract.ts'

export function Component() {
  const t = useText()
  const can = useCan()
  const stores = useStores().filter((store) => can('gift-wrap:wrap', store))
  return (
    <Page title={t('section.gift-wrap-summary')} intro={t('gift-wrap-summary.intro')}>
      {stores.map((store) => (
        <Card key={store} title={storeName(store)}>
          <Waiting store={store} />
        </Card>
      ))}
    </Page>
  )
}

function Waiting({ store }: { store: string }) {
  const t = useText()
  const read = useStaffData<SummaryAnswer>('gift-wrap', `summary/${store}`)
  if (read.state === 'loading') return null
  if (read.state === 'failed') return <RefusalNotice refusal={read.refusal} />
  if (read.data.rows.length === 0) return <p>{t('gift-wrap-summary.nothing')}</p>
  return (
    <Table
      label={t('section.gift-wrap-summary')}
      columns={[
        { name: 'wrapping', label: t('gift-wrap-orders.wrapping') },
        { name: 'orders', label: t('gift-wrap-summary.orders'), isNumber: true },
      ]}
      rows={read.data.rows.map(({ wrapping, orders }) => ({ key: wrapping, cells: { wrapping, orders } }))}
    />
  )
}
