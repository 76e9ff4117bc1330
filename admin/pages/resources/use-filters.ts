/** The filters of a declared list, in words. */
import type { ResourceDescription } from '../../../contract/admin/resources.ts'
import { useSession } from '../../session.ts'
import { resourceWords } from '../../shell/resource-words.ts'
import type { Filter, FilterOption } from '../../table/table-terms.ts'
import { useTexts } from '../../texts.tsx'
import { useFieldFilter } from '../fields/use-field-filter.ts'

/** What filters by names offer, by filter; without any they are typed. */
export type OfferedNames = Readonly<Record<string, readonly FilterOption[]>>

export function useFilters(resource: ResourceDescription, names: OfferedNames = {}): Filter[] {
  const { t } = useTexts()
  const { stores } = useSession()
  const ofFields = useFieldFilter(resource.filters.find(({ kind }) => kind === 'fields')?.object ?? null)
  const words = resourceWords(t, resource)
  return resource.filters.flatMap(({ name, kind, options, field }): Filter | Filter[] => {
    const label =
      kind === 'stores'
        ? t('orders.store')
        : field === null
          ? words.filter(name)
          : words.field({ name: field, inStore: null })
    switch (kind) {
      case 'days':
      case 'flag':
      case 'text':
        return { name, label, kind }
      case 'names': {
        const offered = names[name]
        return offered ? { name, label, kind: 'options', options: offered } : { name, label, kind: 'text' }
      }
      case 'stores':
        return {
          name,
          label,
          kind: 'options',
          options: stores.map(({ code, name: country }) => ({ value: code, label: country })),
        }
      case 'fields':
        return ofFields
      case 'options':
        return {
          name,
          label,
          kind: 'options',
          options: options.map((code) => ({
            value: code,
            label: field === null ? code : words.code(field, code),
          })),
        }
    }
  })
}
