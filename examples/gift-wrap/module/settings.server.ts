/** What the merchant sets for each store. */
import { defineSettings, flagInput, optionalText } from 'anode/module'

export const settings = defineSettings({
  module: 'gift-wrap',
  section: { after: '/gift-wrap', icon: 'gear', keys: 'g d' },
  inputs: { isOffered: flagInput(), lead: optionalText(120) },
  initial: { isOffered: true, lead: null },
})
