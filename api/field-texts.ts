/** What is wrong with the fields of a refused form, in the words of the store. A missing field is named by its label. */
import { fillMessage } from '../domain/content/message.ts'
import type { StoreCode } from '../domain/stores/stores.ts'
import { textsOf, type StringKey, type Texts } from '../locales/texts.server.ts'

export type FieldCode = keyof Texts['answers']['field']

/** Labels of the fields that a buyer types. */
const labels: Readonly<Partial<Record<string, StringKey>>> = {
  email: 'checkout.email',
  phone: 'checkout.phone',
  firstName: 'checkout.first_name',
  lastName: 'checkout.last_name',
  companyName: 'checkout.company_name',
  name: 'checkout.company_name',
  organisationNumber: 'company.number_label',
  invoiceEmail: 'company.invoice_email',
  address: 'checkout.address',
  street: 'checkout.address',
  postalCode: 'checkout.postal_code',
  city: 'checkout.city',
  deliveryFirstName: 'checkout.first_name',
  deliveryLastName: 'checkout.last_name',
  deliveryAddress: 'checkout.address',
  deliveryPostalCode: 'checkout.postal_code',
  deliveryCity: 'checkout.city',
  vatNumber: 'checkout.vat_number',
  yourReference: 'checkout.your_reference',
  purchaseOrder: 'checkout.purchase_order',
  costCentre: 'checkout.cost_centre',
  electronicAddress: 'checkout.electronic_address',
}

/** Fields whose label depends on the form, or that are chosen: their own text says what is missing. */
const ownTexts: Readonly<Partial<Record<string, FieldCode>>> = {
  identityNumber: 'identity_number',
  shippingMethod: 'shipping_method',
  servicePoint: 'service_point',
}

/** `fields`: name of a field → why it is refused. */
export function fieldTexts(
  store: StoreCode,
  fields: Readonly<Partial<Record<string, FieldCode>>>,
): Record<string, string> {
  const { strings, answers } = textsOf(store)
  const textOf = (field: string, code: FieldCode): string => {
    const label = labels[field]
    if (code !== 'required') return answers.field[code]
    if (label === undefined) return answers.field[ownTexts[field] ?? code]
    return fillMessage(strings['form.missing'], { field: strings[label] })
  }
  return Object.fromEntries(
    Object.entries(fields).flatMap(([field, code]) =>
      code === undefined ? [] : [[field, textOf(field, code)]],
    ),
  )
}
