/** The tables of other shops that are known. The first that matches the columns reads the file. */
import { customerList } from './customer-list.ts'
import { formerPages } from './former-pages.ts'
import { giftCards } from './gift-cards.ts'
import { redirectList } from './redirect-list.ts'
import type { ShopTablePreset } from './shop-table.ts'
import { shopifyCustomers } from './shopify-customers.ts'
import { shopifyDiscounts } from './shopify-discounts.ts'
import { shopifyInventory } from './shopify-inventory.ts'
import { shopifyOrders } from './shopify-orders.ts'
import { shopifyRedirects } from './shopify-redirects.ts'
import { stockList } from './stock-list.ts'
import { storeCredit } from './store-credit.ts'
import { subscriberList } from './subscriber-list.ts'
import { translations } from './translations.ts'
import { woocommerceCoupons } from './woocommerce-coupons.ts'
import { woocommerceCustomers } from './woocommerce-customers.ts'
import { woocommerceOrders } from './woocommerce-orders.ts'

export const shopTablePresets: readonly ShopTablePreset[] = [
  shopifyRedirects,
  shopifyInventory,
  shopifyCustomers,
  woocommerceCustomers,
  shopifyOrders,
  woocommerceOrders,
  giftCards,
  storeCredit,
  shopifyDiscounts,
  woocommerceCoupons,
  translations,
  redirectList,
  formerPages,
  subscriberList,
  customerList,
  stockList,
]
