import type { IndexState } from '../schema/index-state.server.ts'

/** Products that name the devices or have their part numbers; a variant counts as its parent. One query. */
export function namedProducts(
  state: IndexState,
  deviceIds: readonly number[],
): { device: number; product: number }[] {
  return state.db.all<{ device: number; product: number }>(
    `select distinct x.device, coalesce(p.variant_of, p.id) as product from (
       select n.device, f.product from json_each(?1) j cross join device_name n on n.device = j.value
         cross join fitting f on f.name = n.name
       union select d.device, i.product from json_each(?1) j cross join device_part d on d.device = j.value
         cross join identifier i on i.code = d.code
     ) x cross join product p on p.id = x.product`,
    JSON.stringify(deviceIds),
  )
}
