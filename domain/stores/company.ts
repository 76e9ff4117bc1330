/** Who runs each store, as mails, invoices and imprints must say (§ 5 DDG, e-handelsloven § 7). A made-up company. */
import type { StoreCode } from './stores.ts'

export interface Company {
  name: string
  street: string
  postalCode: string
  city: string
  country: string
  email: string
  /** Register and number as the country writes them. */
  register: string
  vatNumber: string
}

export const companies: Record<StoreCode, Company> = {
  sv: { name: 'Anode Sverige AB', street: 'Batterigatan 4', postalCode: '112 51', city: 'Stockholm', country: 'Sverige', email: 'kundservice@anode.example', register: 'Org.nr 559000-0000', vatNumber: 'SE559000000001' },
  no: { name: 'Anode Norge AS', street: 'Akkumulatorveien 8', postalCode: '0581', city: 'Oslo', country: 'Norge', email: 'kundeservice@anode.example', register: 'Org.nr. 900 000 000', vatNumber: 'NO900000000MVA' },
  de: { name: 'Anode Deutschland GmbH', street: 'Zellenstraße 12', postalCode: '10587', city: 'Berlin', country: 'Deutschland', email: 'kundenservice@anode.example', register: 'Amtsgericht Charlottenburg, HRB 000000 B', vatNumber: 'DE000000000' },
  da: { name: 'Anode Danmark ApS', street: 'Elementvej 3', postalCode: '2300', city: 'København S', country: 'Danmark', email: 'kundeservice@anode.example', register: 'CVR-nummer: 00000000', vatNumber: 'DK00000000' },
} // prettier-ignore
