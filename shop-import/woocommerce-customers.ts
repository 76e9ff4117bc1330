/**
 * Reads the customers of WooCommerce: the report Customers of its own, or what the common plugins for exports write
 * (Customer/Order/Coupon CSV Export, Import Export Suite). Names of columns differ in their words' separators only.
 * https://woocommerce.com/document/ordercustomer-csv-export/
 */
import { hasColumns, unreadColumns } from '../catalogue-import/named-cells.ts'
import { readCustomers, type CustomerColumns, type CustomerValues } from './customer-rows.ts'
import type { ShopTablePreset } from './shop-table.ts'

const columns: CustomerColumns = {
  id: ['customer_id', 'ID', 'user_id'],
  email: ['email', 'user_email', 'customer_email', 'billing_email'],
  firstName: ['first_name'],
  lastName: ['last_name'],
  fullName: ['Name'],
  phone: ['billing_phone', 'phone'],
  ownPhone: [],
  ownFirstName: ['billing_first_name'],
  ownLastName: ['billing_last_name'],
  ownCompany: ['billing_company'],
  ownStreet: ['billing_address_1'],
  ownStreet2: ['billing_address_2'],
  ownPostalCode: ['billing_postcode', 'Postal code'],
  ownCity: ['billing_city', 'City'],
  ownCountry: ['billing_country', 'Country / Region', 'Country/Region'],
  deliveryFirstName: ['shipping_first_name'],
  deliveryLastName: ['shipping_last_name'],
  deliveryCompany: ['shipping_company'],
  deliveryStreet: ['shipping_address_1'],
  deliveryStreet2: ['shipping_address_2'],
  deliveryPostalCode: ['shipping_postcode'],
  deliveryCity: ['shipping_city'],
  deliveryCountry: ['shipping_country'],
  consent: ['accepts_marketing', 'marketing_consent', 'newsletter'],
  passwordHash: ['user_pass', 'password_hash'],
  consentAt: ['accepts_marketing_at', 'marketing_consent_at', 'newsletter_at'],
}

/** Of tables of orders. */
const ofOrders = ['order_id', 'order_number', 'order_status', 'line_items', 'item_name', 'product_name']

export const woocommerceCustomers: ShopTablePreset<CustomerValues> = {
  name: 'woocommerce-customers',
  holds: 'customers',
  matches: (names) =>
    hasColumns(names, [...columns.email]) &&
    !hasColumns(names, ofOrders) &&
    (hasColumns(names, ['billing_address_1'], ['billing_postcode']) ||
      hasColumns(names, ['Username'], ['Total spend'], ['AOV'])),
  unused: (names) => unreadColumns(names, Object.values(columns).flat()),
  read: (table, store) => readCustomers(columns, table, store),
}
