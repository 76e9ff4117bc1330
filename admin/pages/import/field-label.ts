/** What the fields of a feed are called on the screen; rare ones by their names in the guide. */
import type { AdminKey, Translate } from '../../texts.tsx'

const keys: Readonly<Record<string, AdminKey>> = {
  id: 'import.field_id',
  title: 'import.field_title',
  description: 'import.field_description',
  seo_title: 'import.field_seo_title',
  seo_description: 'import.field_seo_description',
  price: 'import.field_price',
  ordinary_price: 'import.field_ordinary_price',
  sale_price: 'import.field_sale_price',
  quantity: 'import.field_quantity',
  availability: 'import.field_availability',
  delivery_time: 'import.field_delivery_time',
  gtin: 'import.field_gtin',
  mpn: 'import.field_mpn',
  brand: 'import.field_brand',
  product_type: 'import.field_product_type',
  shipping_weight: 'import.field_shipping_weight',
  image_link: 'import.field_image_link',
  image_alt_text: 'import.field_image_alt_text',
  further_categories: 'import.field_further_categories',
  tags: 'import.field_tags',
  item_group_id: 'import.field_item_group_id',
  size: 'import.field_size',
  color: 'import.field_color',
  material: 'import.field_material',
}

/** A column as a report names it: that of a feed with what it is called on the screen; any other as the file writes it. */
export const columnLabel = (t: Translate, column: string | null): string | null =>
  column === null || keys[column] === undefined ? column : `${column} (${t(keys[column])})`

/** Fields that are attributes begin with it, as the API takes them. */
export const attributePrefix = 'attribute.'

/** An attribute as a page shows it; any other field as the screen calls it. */
export const factLabel = (t: Translate, field: string): string =>
  field.startsWith(attributePrefix) ? field.slice(attributePrefix.length) : fieldLabel(t, field)

export function fieldLabel(t: Translate, field: string): string {
  if (field.startsWith(attributePrefix))
    return t('import.field_attribute', { name: field.slice(attributePrefix.length) })
  const key = keys[field]
  return key === undefined ? field : t(key)
}
