/** The note of a parcel, to be packed with it: what it holds, dangerous goods, and the customs declaration. Pure. */
import type { OrderSnapshot } from '../orders/order-snapshot.ts'
import { servicePointText } from '../shipping/service-point.ts'
import type { CustomsDeclaration, ParcelAddress, ParcelDangerousGoods } from '../shipping/parcel-booking.ts'
import type { DispatchPlace } from '../stores/store.ts'
import { stores, type StoreCode } from '../stores/stores.ts'
import { buyerAddress, shopAddress } from './parcel-addresses.ts'

export interface ParcelNote {
  /** Its language. */
  store: StoreCode
  orderNumber: string
  reference: string
  carrier: string
  trackingNumber: string | null
  sender: ParcelAddress
  recipient: ParcelAddress
  /** Name and address; null where the parcel goes to the recipient's door. */
  servicePoint: string | null
  lines: { sku: string; name: string; quantity: number }[]
  dangerousGoods: readonly ParcelDangerousGoods[]
  customs: CustomsDeclaration | null
}

/** Renders a note as PDF; the adapter is in providers/parcel-note. */
export type RenderParcelNote = (note: ParcelNote) => Promise<Buffer>

/** The note of a parcel to the buyer. `units`: per line of the order, by uuid. */
export function parcelNote(
  snapshot: OrderSnapshot,
  parcel: Pick<ParcelNote, 'orderNumber' | 'reference' | 'carrier' | 'trackingNumber'> & {
    units: Readonly<Record<string, number>>
    dangerousGoods: readonly ParcelDangerousGoods[]
    customs: CustomsDeclaration | null
  },
  place: DispatchPlace,
): ParcelNote {
  const { units, ...facts } = parcel
  const { servicePoint } = snapshot.shipping
  return {
    ...facts,
    store: snapshot.store,
    sender: shopAddress(snapshot.store, place),
    recipient: buyerAddress(snapshot),
    servicePoint: servicePoint && servicePointText(servicePoint, stores[snapshot.store]),
    lines: snapshot.lines.flatMap(({ uuid, sku, name }) => {
      const { [uuid]: quantity = 0 } = units
      return quantity > 0 ? [{ sku, name, quantity }] : []
    }),
  }
}
