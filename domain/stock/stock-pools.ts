/** The stock pools that a store sells from (STOCK-04): available, incoming, and presale. In units. */
export interface Pools {
  available: number
  incoming: number
  presale: number
}
export type Pool = keyof Pools
export const poolNames = ['available', 'incoming', 'presale'] as const satisfies Pool[]

export const noUnits: Pools = { available: 0, incoming: 0, presale: 0 }
