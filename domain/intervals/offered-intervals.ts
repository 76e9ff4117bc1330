import { modules } from '../../modules/modules.ts'

const areLinesRepeated = modules.some(({ repeatsLines }) => repeatsLines)

/** The intervals of a product at which a line of it can be bought: none where no module orders lines again. */
export const offeredIntervals = (ofProduct: readonly string[] = []): string[] =>
  areLinesRepeated ? [...ofProduct] : []
