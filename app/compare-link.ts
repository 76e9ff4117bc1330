import type { StoreCode } from '../domain/stores/stores.ts'

/** The page with products side by side, by their article numbers; apart from `links.ts`, because few pages link it. */
export const compareLink = (store: StoreCode, skus: readonly string[]) =>
  skus.length === 0
    ? `/${store}/compare`
    : `/${store}/compare?${new URLSearchParams(skus.map((sku) => ['sku', sku])).toString()}`
