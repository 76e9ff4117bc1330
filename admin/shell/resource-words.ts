/** The texts of a list that is declared once: `NAME.title`, `NAME.FIELD`, `NAME.FIELD_CODE` … (docs/modules.md). */
import type { ResourceDescription } from '../../contract/admin/resources.ts'
import { storeName } from '../store-name.ts'
import type { AdminKey, Translate } from '../texts.tsx'

type ResourceField = ResourceDescription['fields'][number]

/** Texts under the name of the list. Every resource has them all in each language: a test compares. */
export function resourceWords(t: Translate, { name, fields }: Pick<ResourceDescription, 'name' | 'fields'>) {
  const own = (key: string, values?: Record<string, string | number>) =>
    t(`${name}.${key}` as AdminKey, values)
  return {
    title: own('title'),
    intro: own('intro'),
    search: own('search'),
    new: own('new'),
    /** Of one in several stores, with the store behind it. */
    field: ({ name: field, inStore }: Pick<ResourceField, 'name' | 'inStore'>) =>
      inStore === null ? own(field) : `${own(inStore.label)} (${storeName(inStore.store)})`,
    code: (field: string, code: string) => {
      const words = fields.find((each) => each.name === field)?.words ?? `${name}.${field}_`
      return t(`${words}${code}` as AdminKey)
    },
    filter: (filter: string) => own(`filter_${filter}`),
    /** What a secret is called that is shown once. */
    secret: () => own('secret'),
    /** The button of an action, and what is said once it is done. */
    action: (action: string) => own(`do_${action}`),
    done: (action: string, title: string) => own(`done_${action}`, { title }),
    /** The button of a bulk action is that of an action; what is said once it is done. */
    bulkDone: (action: string, count: number) => own(`done_${action}`, { count }),
    /** What is asked before it is done. */
    ask: (action: string, title: string) => own(`ask_${action}`, { title }),
  }
}

/** What lists call the fields of their rows, codes in them and their filters; null: no list says. */
export interface ListWords {
  field: (name: string) => string | null
  code: (field: string, code: string) => string | null
  filter: (name: string) => string | null
}

/**
 * The words for an entry of the audit: those of the list whose rows the action is about (`supplier.change`), and the
 * filters of all lists.
 */
export function listWords(
  t: Translate,
  resources: readonly ResourceDescription[],
  action: string | null,
): ListWords {
  const [object = null] = action?.split('.') ?? []
  // What happens to rows of lists whose pages are written by hand has words of its own.
  const [resource, ...others] = resources.filter(
    ({ auditObject: rows, rowPage }) => rows === object && rowPage === 'declared',
  )
  // Settings of all modules are the same kind of object.
  const own = resource === undefined || others.length > 0 ? null : resource
  const fieldOf = (name: string) =>
    [...(own?.form?.inputs ?? []), ...(own?.fields ?? [])].find(
      (field) => field.name === name && field.kind !== 'store' && field.kind !== 'stores',
    )
  return {
    field: (name) => {
      const field = fieldOf(name)
      return own === null || field === undefined ? null : resourceWords(t, own).field(field)
    },
    code: (name, code) => {
      const options = own?.fields.find((field) => field.name === name)?.options ?? {}
      return own !== null && code in options ? resourceWords(t, own).code(name, code) : null
    },
    filter: (name) => {
      for (const each of resources) {
        const filter = each.filters.find((one) => one.name === name && one.kind !== 'stores')
        if (filter === undefined) continue
        const words = resourceWords(t, each)
        return filter.field === null ? words.filter(name) : words.field({ name: filter.field, inStore: null })
      }
      return null
    },
  }
}
