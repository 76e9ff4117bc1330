/** The filters of tables of products. */
import type { PictureState } from '../../../contract/admin/products.ts'
import { useSession } from '../../session.ts'
import type { Filter } from '../../table/table-terms.ts'
import { useTexts } from '../../texts.tsx'
import { useFieldFilter } from '../fields/use-field-filter.ts'
import { useFacetOptions } from './product-facets.ts'

const pictureStates: readonly PictureState[] = ['complete', 'none', 'pending', 'failed']

export function useProductFilters(): Filter[] {
  const { t } = useTexts()
  const { stores } = useSession()
  const { brands, categories, attributes } = useFacetOptions()
  return [
    {
      name: 'store',
      label: t('orders.store'),
      kind: 'options',
      options: stores.map(({ code, name }) => ({ value: code, label: name })),
    },
    { name: 'category', label: t('products.category'), kind: 'options', options: categories },
    { name: 'brand', label: t('products.brand'), kind: 'options', options: brands },
    { name: 'attribute', label: t('product.attribute'), kind: 'options', options: attributes },
    { name: 'in_stock', label: t('products.in_stock'), kind: 'flag' },
    { name: 'short', label: t('products.short'), kind: 'flag' },
    { name: 'sellable', label: t('products.sellable'), kind: 'flag' },
    { name: 'priced', label: t('products.priced'), kind: 'flag' },
    { name: 'statutory_data', label: t('products.statutory_data'), kind: 'flag' },
    {
      name: 'pictures',
      label: t('product.pictures'),
      kind: 'options',
      options: pictureStates.map((state) => ({ value: state, label: t(`products.pictures_${state}`) })),
    },
    { name: 'campaign', label: t('price.campaign'), kind: 'flag' },
    { name: 'campaign_period', label: t('campaigns.period'), kind: 'text' },
    { name: 'discontinued', label: t('products.discontinued'), kind: 'flag' },
    { name: 'sku', label: t('orders.sku'), kind: 'text' },
    ...useFieldFilter('product'),
  ]
}
