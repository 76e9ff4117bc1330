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
  sv: { name: 'Anode Sverige AB', street: 'Exempelgatan 1', postalCode: '111 11', city: 'Stockholm', country: 'Sverige', email: 'kundtjanst@sv.anode.example', register: 'Org.nr 000000-0000', vatNumber: 'SE000000000001' },
  no: { name: 'Anode Norge AS', street: 'Eksempelveien 1', postalCode: '0001', city: 'Oslo', country: 'Norge', email: 'kundeservice@no.anode.example', register: 'Org.nr. 000 000 000', vatNumber: 'NO000000000MVA' },
  de: { name: 'Anode Deutschland GmbH', street: 'Beispielstraße 1', postalCode: '10115', city: 'Berlin', country: 'Deutschland', email: 'kundenservice@de.anode.example', register: 'Amtsgericht Berlin HRB 000000', vatNumber: 'DE000000000' },
  da: { name: 'Anode Danmark ApS', street: 'Eksempelvej 1', postalCode: '1050', city: 'København K', country: 'Danmark', email: 'kundeservice@da.anode.example', register: 'CVR-nr. 00000000', vatNumber: 'DK00000000' },
} // prettier-ignore
