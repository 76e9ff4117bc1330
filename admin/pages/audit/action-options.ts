/** The actions of the audit as options of its filter, in words, by what they are about. */
import type { FilterOption } from '../../table/table-terms.ts'
import type { AdminKey, Translate } from '../../texts.tsx'

/** Section of the back office → the objects whose actions are listed under its name. */
const groups: readonly { label: AdminKey; objects: readonly string[] }[] = [
  { label: 'section.orders', objects: ['order', 'staff_order', 'payment', 'invoice', 'bank_entry'] },
  { label: 'section.withdrawals', objects: ['withdrawal'] },
  { label: 'audit.subscriptions', objects: ['subscription'] },
  {
    label: 'section.products',
    objects: [
      'catalogue',
      'category',
      'deal',
      'device',
      'hint',
      'photo',
      'product',
      'recommendations',
      'review',
      'search_miss',
      'synonym',
    ],
  },
  { label: 'section.prices', objects: ['price', 'agreement', 'offer'] },
  { label: 'section.stock', objects: ['stock'] },
  { label: 'section.coupons', objects: ['coupon', 'gift_card'] },
  { label: 'section.staff', objects: ['staff', 'view', 'job'] },
  {
    label: 'section.settings',
    objects: ['background_job', 'settings', 'page', 'widget', 'experiment', 'client-error'],
  },
]

/** `keys`: of all texts. An object that no group names is about customers. */
export function actionOptions(keys: readonly AdminKey[], t: Translate): FilterOption[] {
  const options = keys
    .filter((key) => key.startsWith('action.'))
    .map((key) => {
      const value = key.slice('action.'.length)
      const object = value.slice(0, value.indexOf('.'))
      const group = groups.find(({ objects }) => objects.includes(object))
      return { value, label: t(key), group: t(group?.label ?? 'section.customers') }
    })
  return options.toSorted((a, b) => a.group.localeCompare(b.group) || a.label.localeCompare(b.label))
}
