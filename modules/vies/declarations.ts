import type { ModuleDeclarations } from '../declarations.ts'

/** VIES: the VAT numbers of the member states of the European Union. */
export const vies = {
  name: 'vies',
  vatRegisters: {
    vies: {
      countries: [
        'AT',
        'BE',
        'BG',
        'CY',
        'CZ',
        'DE',
        'DK',
        'EE',
        'ES',
        'FI',
        'FR',
        'GR',
        'HR',
        'HU',
        'IE',
        'IT',
        'LT',
        'LU',
        'LV',
        'MT',
        'NL',
        'PL',
        'PT',
        'RO',
        'SE',
        'SI',
        'SK',
      ],
      url: 'https://ec.europa.eu',
    },
  },
} as const satisfies ModuleDeclarations
