/** What the jobs of a process work with. */
import type { Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import type { CartProducts } from '../../domain/catalogue/cart-product.ts'
import type { ProductEditor } from '../../domain/catalogue/product-editor.ts'
import type { Keyring } from '../../domain/keys/keyring.server.ts'
import type { MailLimits } from '../../domain/mail/mail-limits.ts'
import type { RenderInvoice } from '../../domain/invoices/invoice-document.ts'
import type { PaymentProviders } from '../../domain/payments/payment-provider.ts'
import type { WebAccess } from '../../domain/network/checked-request.server.ts'
import type { DownloadPicture } from '../../domain/pictures/download-picture.server.ts'
import type { ParcelCarriers } from '../../domain/shipping/parcel-booking.ts'
import type { Carriers } from '../../domain/shipping/service-point.ts'
import type { PictureFile } from '../../domain/pictures/picture-address.ts'
import type { PictureOriginals } from '../../domain/pictures/picture-originals.server.ts'
import type { VatNumberRegisters } from '../../domain/vat-numbers/vat-number-registers.ts'
import type { Mailer } from '../../providers/mail/mailer.ts'
import type { RunImport, RunJob } from '../../domain/staff-jobs/run-staff-job.server.ts'
import type { SendMailServices } from '../../providers/mail/send-mail.ts'
import type { OrderMailServices } from './mails/order-mail.ts'
import type { Imports, OrderingServices } from '../../sdk/module.ts'
import type { OrderPictures } from './order-pictures.ts'
import type { MailTally } from './watch-mailer.ts'

export interface JobsOptions extends Pick<SendMailServices, 'reword'>, Pick<OrderMailServices, 'orderLines'> {
  db: Kysely<DB>
  log: { info(data: object, message: string): void; warn(data: object, message: string): void }
  mailer: Mailer
  /** Records mail metrics; without it they are not recorded. */
  mailTally?: MailTally
  /** Limits on the mails that visitors can cause; the shop's default limits if absent. */
  mailLimits?: MailLimits
  publicUrl: string
  providers: PaymentProviders
  renderInvoice: RenderInvoice
  originals: PictureOriginals
  downloadPicture: DownloadPicture
  /** Which addresses of the web jobs of modules ask; absent: the public ones. */
  webAccess?: WebAccess
  /** Keys from which the codes of sold gift cards are derived. */
  keys: Keyring
  vatNumbers: VatNumberRegisters
  carriers: Carriers
  parcels: ParcelCarriers
  products: ProductEditor
  runImport: RunImport
  runArchive: RunJob
  /** For jobs of modules; absent: this process starts no imports. */
  imports?: Imports
  /** Removes a derived picture of a photo that was deleted; absent: each node has its own. */
  removePicture?: (file: PictureFile) => Promise<void>
  /** The pictures in mails about orders; absent: they show none. */
  orderPictures?: OrderPictures
  /** For jobs of modules; absent: this process has no index. */
  catalogue?: Pick<CartProducts, 'cartProducts'>
  /** For jobs of modules; absent: this process places no orders. */
  ordering?: OrderingServices
  /** Epoch milliseconds. */
  clock: () => number
  /** Records a database outage; true: nothing more needs to be logged about it. */
  noteOutage?(error: unknown, where: string): boolean
}
