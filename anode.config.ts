/** What this shop is made of besides its own modules: `docs/modules-from-outside.md`. */
import { defineShop } from './sdk/shop-config.ts'

export default defineShop({
  // Packages, or folders relative to this file: ['anode-gift-wrap', './examples/gift-wrap'].
  modules: [],
})
