/** The filters of the list of products, also of the price grid. */
import type { PictureState } from '../../../contract/admin/products.ts'
import type { Filter } from '../../table/table-terms.ts'
import { useTexts } from '../../texts.tsx'
import type { OfferedNames } from '../resources/use-filters.ts'
import { useFilters } from '../resources/use-filters.ts'
import { useResource } from '../resources/use-resource.ts'
import { useFacetOptions } from '../facets/product-facets.ts'

const pictureStates: readonly PictureState[] = ['complete', 'none', 'pending', 'failed']

/** What filters of products offer. */
export function useProductNames(): OfferedNames {
  const { t } = useTexts()
  const { brands, categories, attributes } = useFacetOptions()
  return {
    category: categories,
    brand: brands,
    attribute: attributes,
    pictures: pictureStates.map((state) => ({ value: state, label: t(`products.pictures_${state}`) })),
  }
}

export function useProductFilters(): Filter[] {
  return useFilters(useResource('products'), useProductNames())
}
