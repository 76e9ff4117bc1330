/**
 * Reads a list of customers of any system, or one that a merchant keeps: recognised by an email address with both names, or
 * with one and more that says who it is, in the languages of the stores and in English. Exports of PrestaShop are of this kind. The presets of
 * the systems that have one come first.
 */
import { columnNamed, hasColumns, unreadColumns } from '../catalogue-import/named-cells.ts'
import { newsletterColumns } from './consent-words.ts'
import { readCustomers, type CustomerColumns, type CustomerValues } from './customer-rows.ts'
import type { ShopTablePreset } from './shop-table.ts'

const columns: CustomerColumns = {
  id: ['Customer ID', 'Customer number', 'Kundnr', 'Kundnummer', 'Kundenr', 'Kundenummer', 'Kundennummer'],
  email: [
    'Email',
    'Email *',
    'E-mail',
    'Email address',
    'E-mail address',
    'E-post',
    'Epost',
    'E-postadress',
    'Epostadress',
    'E-postadresse',
    'E-mailadresse',
    'E-Mail-Adresse',
    'Mail',
  ],
  firstName: ['First name', 'First name *', 'Firstname', 'Förnamn', 'Fornavn', 'Vorname', 'Given name'],
  lastName: [
    'Last name',
    'Last name *',
    'Lastname',
    'Surname',
    'Efternamn',
    'Etternavn',
    'Efternavn',
    'Nachname',
  ],
  fullName: ['Name', 'Full name', 'Customer name', 'Namn', 'Kundnamn', 'Navn', 'Kundenavn', 'Kundenname'],
  phone: ['Phone', 'Phone number', 'Mobile', 'Telefon', 'Telefonnummer', 'Mobil', 'Mobiltelefon', 'Tlf'],
  ownPhone: [],
  ownFirstName: [],
  ownLastName: [],
  ownCompany: [
    'Company',
    'Company name',
    'Företag',
    'Företagsnamn',
    'Firma',
    'Firmanavn',
    'Bedrift',
    'Virksomhed',
  ],
  ownStreet: [
    'Address',
    'Address 1',
    'Address1',
    'Street',
    'Adress',
    'Adress 1',
    'Gatuadress',
    'Adresse',
    'Adresse 1',
    'Straße',
    'Strasse',
    'Gate',
    'Vej',
  ],
  ownStreet2: ['Address 2', 'Address2', 'Adress 2', 'Adresse 2', 'Adresszusatz', 'C/o'],
  ownPostalCode: [
    'Postal code',
    'Postcode',
    'Post code',
    'Zip',
    'Zip code',
    'Postnummer',
    'Postnr',
    'Postnr.',
    'PLZ',
    'Postleitzahl',
  ],
  ownCity: ['City', 'Town', 'Ort', 'Postort', 'Stad', 'Poststed', 'By', 'Stadt', 'Wohnort'],
  ownCountry: ['Country', 'Country code', 'Land', 'Landkod', 'Landskode', 'Ländercode'],
  deliveryFirstName: [],
  deliveryLastName: [],
  deliveryCompany: [],
  deliveryStreet: [],
  deliveryStreet2: [],
  deliveryPostalCode: [],
  deliveryCity: [],
  deliveryCountry: [],
  consent: newsletterColumns,
  consentAt: [],
  passwordHash: [],
}

/** Of tables of orders, products and codes, which may name a person as well. */
const ofOthers = [
  'Order',
  'Order ID',
  'Order number',
  'Ordernr',
  'Ordernummer',
  'Ordrenr',
  'Ordrenummer',
  'Bestellnummer',
  'Lineitem name',
  'Item name',
  'Product name',
  'SKU',
  'Price',
  'Pris',
  'Preis',
  'Code',
]

/** The columns with those of the file first, by which reports name them. */
const named = (names: readonly string[]): CustomerColumns =>
  Object.fromEntries(
    Object.entries(columns).map(([field, known]) => {
      const own = columnNamed(names, known)
      return [field, own === undefined ? known : [own, ...known]]
    }),
  ) as CustomerColumns

export const customerList: ShopTablePreset<CustomerValues> = {
  name: 'customer-list',
  holds: 'customers',
  matches: (names) =>
    hasColumns(names, [...columns.email]) &&
    (hasColumns(names, [...columns.firstName], [...columns.lastName]) ||
      hasColumns(
        names,
        [...columns.firstName, ...columns.lastName, ...columns.fullName],
        [...columns.ownPostalCode, ...columns.ownCity, ...columns.consent],
      )) &&
    !ofOthers.some((name) => hasColumns(names, [name])),
  unused: (names) => unreadColumns(names, Object.values(columns).flat()),
  read: (table, store) => readCustomers(named(table.columns), table, store),
}
