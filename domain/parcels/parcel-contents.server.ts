/** What a parcel holds, as carriers and customs need it: of sets, their parts. */
import { sql, type Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import type { OrderLine } from '../orders/order-snapshot.ts'
import { dangerousGoodsClass } from '../products/dangerous-goods.ts'
import type { ProductId } from '../products/product-id.ts'
import { loadConsignment } from '../shipping/consignment.server.ts'
import type { Consignment } from '../shipping/consignment.ts'
import type { CustomsLine } from '../shipping/customs.ts'
import type { ParcelDangerousGoods } from '../shipping/parcel-booking.ts'

export interface ParcelContents {
  consignment: Consignment
  /** Gross; units whose weight is not known count as `unknownUnitGrams`. */
  weightGrams: number
  /** Of a single unit; null of several, and where they are not known. */
  sidesMm: [number, number, number] | null
  dangerousGoods: ParcelDangerousGoods[]
  customsLines: CustomsLine[]
}

/** Carriers require a weight: that of a usual blister of batteries with its share of the carton. */
export const unknownUnitGrams = 250

interface GoodsRow {
  /** Of the order's line. */
  lineProductId: ProductId
  productId: ProductId
  perUnit: number
  unNumber: string | null
  energy: number | null
  lithium: number | null
  weightGrams: number | null
  hsCode: string | null
  originCountry: string | null
}

/** `units`: those in the parcel, per line. */
export async function loadParcelContents(
  db: Kysely<DB>,
  lines: readonly OrderLine[],
  units: ReadonlyMap<string, number>,
): Promise<ParcelContents> {
  const packed = lines.flatMap((line) => {
    const quantity = units.get(line.uuid) ?? 0
    return quantity > 0 ? [{ line, quantity }] : []
  })
  const rows = await goodsOf(db, [...new Set(packed.map(({ line }) => line.productId))])
  const parts = packed.flatMap(({ line, quantity }) =>
    rows
      .filter((row) => row.lineProductId === line.productId)
      .map((row) => ({ row, line, quantity: quantity * row.perUnit })),
  )
  const consignment = await loadConsignment(
    db,
    packed.map(({ line }) => ({
      name: line.name,
      startersPerUnit: 0,
      allocations: parts
        .filter((part) => part.line === line)
        .map(({ row, quantity }) => ({ productId: row.productId, quantity })),
    })),
    packed.reduce((sum, { quantity }) => sum + quantity, 0),
  )
  const [only] = consignment.goods
  const isSingle = parts.length === 1 && parts[0]!.quantity === 1
  return {
    consignment,
    weightGrams: parts.reduce(
      (sum, { row, quantity }) => sum + (row.weightGrams ?? unknownUnitGrams) * quantity,
      0,
    ),
    sidesMm: isSingle && only && only.sidesMm.every((side) => side > 0) ? [...only.sidesMm] : null,
    dangerousGoods: parts.flatMap(({ row, line, quantity }): ParcelDangerousGoods[] => {
      const kind = dangerousGoodsClass({
        unNumber: row.unNumber,
        batteryEnergyMilliwattHours: row.energy,
        lithiumContentMilligrams: row.lithium,
      })
      if (kind === null || row.unNumber === null) return []
      const weightGrams = row.weightGrams === null ? null : row.weightGrams * quantity
      return [{ unNumber: row.unNumber, class: kind, description: line.name, quantity, weightGrams }]
    }),
    customsLines: packed.map(({ line, quantity }) => {
      const own = rows.filter((row) => row.lineProductId === line.productId)
      const weights = own.map((row) => (row.weightGrams === null ? null : row.weightGrams * row.perUnit))
      return {
        sku: line.sku,
        name: line.name,
        quantity: line.quantity,
        units: quantity,
        totalMinor: line.totalMinor,
        vatMinor: line.vatMinor,
        hsCode: own[0]?.hsCode ?? null,
        originCountry: own[0]?.originCountry ?? null,
        weightGrams: weights.includes(null)
          ? null
          : weights.reduce<number>((sum, each) => sum + (each ?? 0), 0),
      }
    }),
  }
}

/** The products that a unit of each product consists of; customs data of a set are its own, else its parts'. */
async function goodsOf(db: Kysely<DB>, ids: readonly ProductId[]): Promise<GoodsRow[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<GoodsRow>`
    select l.id as "lineProductId", g.id as "productId", coalesce(s.quantity, 1) as "perUnit",
      g.un_number as "unNumber", g.battery_energy_mwh as energy, g.lithium_content_mg as lithium,
      g.gross_weight_g as "weightGrams", coalesce(l.hs_code, g.hs_code) as "hsCode",
      coalesce(l.origin_country, g.origin_country) as "originCountry"
    from product l left join set_part s on s.set_id = l.id join product g on g.id = coalesce(s.product_id, l.id)
    where l.id = any(${[...ids]}) order by l.id, g.id`.execute(db)
  return rows
}
