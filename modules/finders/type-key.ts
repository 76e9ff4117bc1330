import type { TypeKey } from '../../domain/devices/vehicle-registry.ts'

/** Null where the texts are no key. Of a longer field 2.2, which goes on with variant and version, the start counts. */
export function readTypeKey(hsn: string, tsn: string): TypeKey | null {
  const maker = hsn.replaceAll(/\s/g, '')
  const type = tsn.replaceAll(/\s/g, '').toUpperCase()
  if (!/^\d{4}$/.test(maker) || !/^[A-Z0-9]{3,9}$/.test(type)) return null
  return { hsn: maker, tsn: type.slice(0, 3) }
}
