import type { ModuleDeclarations } from '../declarations.ts'
import paths from './paths.json' with { type: 'json' }

/** The guided pages that lead to what fits a device, a phone or a car, or to a cable, and the devices that a shopper saves. */
export const finders = {
  name: 'finders',
  translatedPages: {
    // Each device has a page below it.
    'find-device': {
      file: 'storefront/device-finder-page.tsx',
      below: '/:slug?',
      paths: paths['find-device'],
      parameters: ['kind', 'maker', 'model'],
      takesTerm: true,
    },
    // A registration number is never part of an address.
    'find-vehicle': {
      file: 'storefront/vehicle-finder-page.tsx',
      paths: paths['find-vehicle'],
      takesForm: true,
    },
    'find-phone': {
      file: 'storefront/phone-finder-page.tsx',
      paths: paths['find-phone'],
      parameters: ['brand', 'model'],
    },
    'find-cable': {
      file: 'storefront/cable-finder-page.tsx',
      paths: paths['find-cable'],
      parameters: ['from', 'to', 'length', 'power'],
    },
  },
  browsingCalls: ['devices', 'device-fit'],
  ownData: { devices: { title: 'mine.account_title', fields: ['maker', 'model', 'label'] } },
} as const satisfies ModuleDeclarations
