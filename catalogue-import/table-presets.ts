/** The forms of table that the import knows. The first that matches the columns reads the file. */
import { bmecatProducts } from './bmecat-products.ts'
import { magentoProducts } from './magento-products.ts'
import { merchantTable } from './merchant-table.ts'
import { prestashopCombinations, prestashopProducts } from './prestashop-products.ts'
import { priceListTable, priceUpdateTable } from './price-list-table.ts'
import { shopifyProducts } from './shopify-products.ts'
import { shopwareProducts } from './shopware-products.ts'
import { squarespaceProducts } from './squarespace-products.ts'
import type { TablePreset } from './table.ts'
import { wixProducts } from './wix-products.ts'
import { woocommerceProducts } from './woocommerce-products.ts'

export const tablePresets: readonly TablePreset[] = [
  shopifyProducts,
  woocommerceProducts,
  magentoProducts,
  wixProducts,
  squarespaceProducts,
  shopwareProducts,
  bmecatProducts,
  prestashopProducts,
  prestashopCombinations,
  merchantTable,
  priceListTable,
  priceUpdateTable,
]
