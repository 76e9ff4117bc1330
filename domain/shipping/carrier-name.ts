/** Names of carriers as the companies write them. Pure. */
import { entriesOf } from '../../modules/modules.ts'

const names: ReadonlyMap<string, string> = new Map([
  ['citymail', 'CityMail'],
  ...Array.from(
    entriesOf('carriers'),
    ([account, { mark, name }]) => [(mark ?? account).toLowerCase(), name] as const,
  ),
])

/** The name of a carrier by its id in shipping methods and shipments; another text is returned unchanged. */
export function carrierName(carrier: string): string {
  return names.get(carrier.toLowerCase()) ?? carrier
}
