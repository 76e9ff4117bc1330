/** What products can be filtered by, as options in the language of the person. */
import { useEffect, useState } from 'react'
import type { ProductFacets } from '../../../contract/admin/products.ts'
import { ApiError, readApi } from '../../api-client.ts'
import { apiPaths } from '../../paths.ts'
import type { FilterOption } from '../../table/table-terms.ts'
import { useTexts, type Translate } from '../../texts.tsx'
import { attributeName, plainCode } from './attribute-name.ts'
import { categoryPaths } from './category-paths.ts'

const none: ProductFacets = { brands: [], categories: [], attributes: [] }

/** Read once for all tables of products: brands and attributes change seldom. */
let read: Promise<ProductFacets> | null = null

/** Empty until they have been read, or where they cannot be: the rows are there without them. */
function useProductFacets(isFresh: boolean): ProductFacets {
  const [facets, setFacets] = useState(none)
  useEffect(() => {
    let isCurrent = true
    if (isFresh) read = null
    const load = async () => {
      read ??= readApi<ProductFacets>(apiPaths.productFacets, new AbortController().signal)
      const found = await read.catch((error: unknown) => {
        read = null
        if (error instanceof ApiError || error instanceof Response) return none
        throw error
      })
      if (isCurrent) setFacets(found)
    }
    void load()
    return () => {
      isCurrent = false
    }
  }, [isFresh])
  return facets
}

export interface FacetOptions {
  brands: readonly FilterOption[]
  categories: readonly FilterOption[]
  /** Grouped by attribute; the value is `chemistry:lithium`. */
  attributes: readonly FilterOption[]
}

/** `isFresh`: read again, where categories are changed. */
export function useFacetOptions({ isFresh = false } = {}): FacetOptions {
  const { t, language, number } = useTexts()
  return facetOptions(useProductFacets(isFresh), { t, language, number })
}

export function facetOptions(
  { brands, categories, attributes }: ProductFacets,
  { t, language, number }: { t: Translate; language: string; number: (value: number) => string },
): FacetOptions {
  return {
    brands: brands.map(({ slug, name }) => ({ value: slug, label: name })),
    categories: [...categoryPaths(categories, language)].map(([value, label]) => ({ value, label })),
    attributes: attributes.flatMap(({ code, kind, unit, names, values }) =>
      values.map((value) => {
        const text =
          kind === 'flag'
            ? t(value.code === 'true' ? 'table.yes' : 'table.no')
            : kind === 'number'
              ? number(Number(value.code))
              : (value.names[language] ?? Object.values(value.names)[0] ?? plainCode(value.code))
        return {
          value: `${code}:${value.code}`,
          label: unit === null ? text : `${text} ${unit}`,
          group: attributeName({ code, unit, names }, language),
        }
      }),
    ),
  }
}
