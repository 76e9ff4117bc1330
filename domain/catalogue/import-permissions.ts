/** Who may import a file, by what it holds. Pure. */
import type { Permission } from '../permissions/permissions.ts'
import type { FileContents } from './feed-upload.ts'

/** What the import of a file needs besides `import:run`, and so does taking it back. */
export const importPermissions: Readonly<Record<FileContents, Permission>> = {
  products: 'import:run',
  pictures: 'product:edit',
  redirects: 'product:edit',
  'former-pages': 'product:edit',
  stock: 'stock:edit',
  customers: 'customer:edit',
  subscribers: 'customer:edit',
  orders: 'order:edit',
  // Their balances are money of the shop.
  'gift-cards': 'order:refund',
  'store-credit': 'order:refund',
  coupons: 'coupon:edit',
  translations: 'product:edit',
}
