/** A store's flag, decorative: the country's name is beside it. */
import type { StoreCode } from '../../domain/stores/stores.ts'

export function Flag({ store }: { store: StoreCode }) {
  return (
    <img
      src={`/flags/${store}.svg`}
      width={22}
      height={16}
      alt=""
      loading="lazy"
      style={{ borderRadius: 2 }}
    />
  )
}
