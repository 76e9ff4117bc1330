/** The filters of tables of products. */
import { useSession } from '../../session.ts'
import type { Filter } from '../../table/table-terms.ts'
import { useTexts } from '../../texts.tsx'

export function useProductFilters(): Filter[] {
  const { t } = useTexts()
  const { stores } = useSession()
  return [
    {
      name: 'store',
      label: t('orders.store'),
      kind: 'options',
      options: stores.map(({ code, name }) => ({ value: code, label: name })),
    },
    { name: 'short', label: t('products.short'), kind: 'flag' },
    { name: 'priced', label: t('products.priced'), kind: 'flag' },
    { name: 'campaign', label: t('price.campaign'), kind: 'flag' },
    { name: 'campaign_period', label: t('campaigns.period'), kind: 'text' },
    { name: 'discontinued', label: t('products.discontinued'), kind: 'flag' },
    { name: 'brand', label: t('products.brand'), kind: 'text' },
    { name: 'sku', label: t('orders.sku'), kind: 'text' },
  ]
}
