/** The type of `anode.config.ts`, in which a merchant says what the shop is made of. */

export interface ShopConfig {
  /**
   * Modules from outside, in the order in which their pages, routes and sections are added: names of packages, or
   * folders relative to `anode.config.ts`, which begin with a dot. `npm run build` binds them
   * (`docs/modules-from-outside.md`).
   */
  readonly modules: readonly string[]
}

export const defineShop = (config: ShopConfig): ShopConfig => config
