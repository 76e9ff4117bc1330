/** The line icon of a kind of device. */
import type { DeviceKind } from '../../../domain/devices/device.ts'
// A file of its own: no page but the device finder shows these.
import sprite from './kind-icons.svg?url'

/** Symbols of kind-icons.svg are named after the kinds, and drawn as those of `ui/icons.svg`. */
export function KindIcon({ kind }: { kind: DeviceKind }) {
  return (
    <svg
      width={28}
      height={28}
      fill="none"
      stroke="currentColor"
      strokeWidth={1.75}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden
    >
      <use href={`${sprite}#${kind}`} />
    </svg>
  )
}
