/** The filter of a table by the shop's own fields. */
import { useEffect, useState } from 'react'
import type { FilterableFields } from '../../../contract/admin/custom-fields.ts'
import { ApiError, readApi } from '../../api-client.ts'
import { apiPaths } from '../../paths.ts'
import type { Filter } from '../../table/table-terms.ts'
import { useTexts } from '../../texts.tsx'
import { fieldName } from './field-words.ts'

/**
 * Empty until the fields have been read, and where there are none: the rows are there without it. Null: the table has no
 * such filter.
 */
export function useFieldFilter(object: 'product' | 'customer' | 'order' | 'coupon' | null): Filter[] {
  const { t, language } = useTexts()
  const [found, setFound] = useState<FilterableFields['fields']>([])
  useEffect(() => {
    if (object === null) return undefined
    const aborted = new AbortController()
    const load = async () => {
      try {
        setFound((await readApi<FilterableFields>(apiPaths.filterableFields(object), aborted.signal)).fields)
      } catch (error) {
        if (!aborted.signal.aborted && !(error instanceof ApiError || error instanceof Response)) throw error
      }
    }
    void load()
    return () => aborted.abort()
  }, [object])
  if (found.length === 0) return []
  const fields = found.map(({ key, kind, unit, names, options }) => ({
    key,
    label:
      unit === null
        ? fieldName({ names, key }, language)
        : `${fieldName({ names, key }, language)} (${unit})`,
    // What is not so has no value.
    kind: kind === 'flag' ? ('choice' as const) : kind,
    options:
      kind === 'flag'
        ? [{ value: 'true', label: t('table.yes') }]
        : options.map((option) => ({
            value: option.code,
            label: fieldName({ names: option.names, key: option.code }, language),
          })),
  }))
  return [{ name: 'field', label: t('section.custom-fields'), kind: 'fields', fields }]
}
