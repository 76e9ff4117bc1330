/** `shop.json` of an archive: what is in it, and what it fits. */
import { z } from 'zod'

const hash = z.string().regex(/^[0-9a-f]{64}$/)

const archiveManifest = z.strictObject({
  format: z.literal('anode-shop-archive/1'),
  exportedAt: z.iso.datetime(),
  /** Whether customers' passwords (argon2id hashes) and passkeys are in it. */
  hasLogins: z.boolean(),
  /** Name of each migration of the shop and of its modules from outside (`MODULE/FILE`) → SHA-256 of its text. */
  migrations: z.record(z.string(), hash),
  /**
   * Names of the secrets that digests and encrypted values of the archive were made with (`Keyring.ids`): a shop that
   * does not list them finds no gift card by its code.
   */
  secrets: z.array(z.string().max(40)),
  tables: z.array(
    z.strictObject({
      /** `product`, or `module_gift_wrap.wrap`. */
      table: z.string().regex(/^(?:module_[a-z0-9_]+\.)?[a-z0-9_]+$/),
      /** `record`: to be read, never imported. */
      kind: z.enum(['import', 'record']),
      rows: z.int().min(0),
      /** Of `tables/TABLE.ndjson`. */
      sha256: hash,
    }),
  ),
  /** Where numbers go on: of orders, customers and rows. */
  sequences: z.array(
    z.strictObject({
      sequence: z.string().regex(/^(?:module_[a-z0-9_]+\.)?[a-z0-9_]+$/),
      lastValue: z.int(),
      isCalled: z.boolean(),
    }),
  ),
})

export type ArchiveManifest = z.output<typeof archiveManifest>

export const manifestFile = 'shop.json'

/** Path of a table's file in the archive. */
export const tableFile = (table: string) => `tables/${table}.ndjson`

/** What stands in a row for the value of a file column. */
export const storedFile = z.strictObject({
  file: z.string().regex(/^files\/[a-z_]+\/[\w-]+\.[a-z]+$/),
  sha256: hash,
})

/** Reads the text of `shop.json`; a message in place of a manifest that is none. */
export function readManifest(text: string): ArchiveManifest | { problem: string } {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return { problem: `${manifestFile} is not JSON` }
  }
  const read = archiveManifest.safeParse(value)
  if (read.success) return read.data
  const [issue] = read.error.issues
  return { problem: `${manifestFile}: ${issue!.path.join('.') || 'the whole'}: ${issue!.message}` }
}
