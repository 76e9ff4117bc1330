/** The actions of the audit and the kinds of its objects as options of its filters, in words, by what they are about. */
import { modules } from '../../../modules/modules.ts'
import type { ResourceDescription } from '../../../contract/admin/resources.ts'
import type { FilterOption } from '../../table/table-terms.ts'
import type { AdminKey, Translate } from '../../texts.tsx'

/** Section of the back office → the objects that, with their actions, are listed under its name. */
const groups: readonly { label: AdminKey; objects: readonly string[] }[] = [
  {
    label: 'section.orders',
    objects: ['order', 'staff_order', 'payment', 'invoice', 'bank_entry', 'former_order'],
  },
  {
    label: 'section.products',
    objects: [
      'catalogue',
      'attribute',
      'category',
      'deal',
      'device',
      'hint',
      'import',
      'import_mapping',
      'photo',
      'product',
      'recommendations',
      'redirect',
      'former_page',
      'search_miss',
      'synonym',
    ],
  },
  { label: 'section.prices', objects: ['price', 'cost'] },
  { label: 'section.stock', objects: ['stock'] },
  { label: 'section.coupons', objects: ['coupon', 'gift_card'] },
  { label: 'section.staff', objects: ['staff', 'api_key', 'view', 'job'] },
  {
    label: 'section.settings',
    objects: [
      'background_job',
      'event_delivery',
      'settings',
      'module_settings',
      'custom_field',
      'numbers',
      'page',
      'widget',
      'client-error',
      'data',
      'retention',
    ],
  },
]

/** `name`: an action or a kind of object. The actions of a module are listed with its objects. */
function sectionOf(name: string, resources: readonly ResourceDescription[]): AdminKey {
  const [object = ''] = name.split('.')
  const { auditObjects = {} } =
    modules.find(
      ({ auditActions = [], auditObjects: objects = {} }) => auditActions.includes(name) || name in objects,
    ) ?? {}
  const declared = (auditObjects[object] ?? Object.values(auditObjects)[0])?.section
  const group = groups.find(({ objects }) => objects.includes(object))?.label
  const list = resources.find(({ auditObject: rows }) => rows === object)
  return (declared ?? group ?? (list ? `section.${list.name}` : 'section.customers')) as AdminKey
}

/** `keys`: of all texts; those that begin with the prefix are the options. What neither a group nor a list names is about customers. */
export function auditOptions(
  prefix: 'action.' | 'object.',
  { keys, t }: { keys: readonly AdminKey[]; t: Translate },
  resources: readonly ResourceDescription[],
): FilterOption[] {
  const options = keys
    .filter((key) => key.startsWith(prefix))
    .map((key) => {
      const value = key.slice(prefix.length)
      return { value, label: t(key), group: t(sectionOf(value, resources)) }
    })
  return options.toSorted((a, b) => a.group.localeCompare(b.group) || a.label.localeCompare(b.label))
}
