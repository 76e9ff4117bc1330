/** Kustom and Walley take UUIDs as idempotency keys; the shop's keys are any text. */
import { createHash } from 'node:crypto'

/**
 * The same UUID for the same key, however often and on whichever node it is asked for: the first 122 bits of
 * the key's SHA-256 in the form of version 4. `operation` keeps two kinds of operation with one key apart.
 */
export function idempotencyUuid(operation: string, key: string): string {
  const bytes = createHash('sha256').update(`${operation}\n${key}`).digest().subarray(0, 16)
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x40, 6)
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8)
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
