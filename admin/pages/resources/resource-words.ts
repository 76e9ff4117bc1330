/** The texts of a list that is declared once: `NAME.title`, `NAME.FIELD`, `NAME.FIELD_CODE` … (docs/modules.md). */
import type { ResourceDescription } from '../../../contract/admin/resources.ts'
import { storeName } from '../../store-name.ts'
import type { AdminKey, Translate } from '../../texts.tsx'

type ResourceField = ResourceDescription['fields'][number]

/** Texts under the name of the list. Every resource has them all in each language: a test compares. */
export function resourceWords(t: Translate, { name }: Pick<ResourceDescription, 'name'>) {
  const own = (key: string, values?: Record<string, string | number>) =>
    t(`${name}.${key}` as AdminKey, values)
  return {
    title: own('title'),
    intro: own('intro'),
    search: own('search'),
    new: own('new'),
    /** Of one in several stores, with the store behind it. */
    field: ({ name: field, in_store: inStore }: Pick<ResourceField, 'name' | 'in_store'>) =>
      inStore === null ? own(field) : `${own(inStore.label)} (${storeName(inStore.store)})`,
    code: (field: string, code: string) => own(`${field}_${code}`),
    filter: (filter: string) => own(`filter_${filter}`),
    /** What a secret is called that is shown once. */
    secret: () => own('secret'),
    /** The button of an action, and what is said once it is done. */
    action: (action: string) => own(`do_${action}`),
    done: (action: string, title: string) => own(`done_${action}`, { title }),
  }
}
