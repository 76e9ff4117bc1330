/**
 * The key of a vehicle type on German registration papers: manufacturer (HSN, field 2.1) and type (TSN, the first three
 * characters of field 2.2). It names a type, not a person's car. Pure.
 */
export interface TypeKey {
  hsn: string
  tsn: string
}

/** Null where the texts are no key. Of a longer field 2.2, which goes on with variant and version, the start counts. */
export function readTypeKey(hsn: string, tsn: string): TypeKey | null {
  const maker = hsn.replaceAll(/\s/g, '')
  const type = tsn.replaceAll(/\s/g, '').toUpperCase()
  if (!/^\d{4}$/.test(maker) || !/^[A-Z0-9]{3,9}$/.test(type)) return null
  return { hsn: maker, tsn: type.slice(0, 3) }
}
