import type { ModuleDeclarations } from '../declarations.ts'

/** Saved products and named lists, in the browser and on the account, and lists that are shared by link. */
export const productLists = {
  name: 'product-lists',
  pages: { lists: 'storefront/lists-page.tsx' },
  ownSections: ['lists'],
  shopperLinks: { lists: { text: 'list.title', icon: 'heart' } },
  auditActions: [
    'product_list.add',
    'product_list.create',
    'product_list.delete',
    'product_list.remove',
    'product_list.rename',
    'product_list.restore',
    'product_list.share',
    'product_list.unshare',
  ],
  auditObjects: { product_list: { section: 'section.customers' } },
  // Links of shared lists, after which the owner shares anew.
  retention: { 'shared-list': { days: 365 } },
  ownData: { lists: { title: 'list.title', fields: ['name', 'sku'] } },
} as const satisfies ModuleDeclarations
