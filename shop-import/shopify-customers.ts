/**
 * Reads the customers that Shopify exports. Older exports have the columns of the address without `Default Address`.
 * Tags, notes and totals have no place in this shop.
 * https://help.shopify.com/en/manual/customers/import-export-customers
 */
import { hasColumns, unreadColumns } from '../catalogue-import/named-cells.ts'
import { readCustomers, type CustomerColumns, type CustomerValues } from './customer-rows.ts'
import type { ShopTablePreset } from './shop-table.ts'

const columns: CustomerColumns = {
  id: ['Customer ID'],
  email: ['Email'],
  firstName: ['First Name'],
  lastName: ['Last Name'],
  fullName: [],
  phone: ['Phone'],
  ownPhone: ['Default Address Phone'],
  ownFirstName: [],
  ownLastName: [],
  ownCompany: ['Default Address Company', 'Company'],
  ownStreet: ['Default Address Address1', 'Address1'],
  ownStreet2: ['Default Address Address2', 'Address2'],
  ownPostalCode: ['Default Address Zip', 'Zip'],
  ownCity: ['Default Address City', 'City'],
  ownCountry: ['Default Address Country Code', 'Country Code'],
  deliveryFirstName: [],
  deliveryLastName: [],
  deliveryCompany: [],
  deliveryStreet: [],
  deliveryStreet2: [],
  deliveryPostalCode: [],
  deliveryCity: [],
  deliveryCountry: [],
  consent: ['Accepts Email Marketing', 'Accepts Marketing'],
  consentAt: ['Accepts Email Marketing Updated At', 'Accepts Marketing Updated At'],
  passwordHash: [],
}

export const shopifyCustomers: ShopTablePreset<CustomerValues> = {
  name: 'shopify-customers',
  holds: 'customers',
  matches: (names) =>
    hasColumns(names, [...columns.email], [...columns.firstName], [...columns.consent], ['Total Spent']) &&
    !hasColumns(names, ['Lineitem name']) &&
    // WooCommerce has names of columns that are these but for underscores.
    !hasColumns(names, ['billing_address_1', 'billing_postcode', 'user_pass']),
  unused: (names) => unreadColumns(names, Object.values(columns).flat()),
  read: (table, store) => readCustomers(columns, table, store),
}
