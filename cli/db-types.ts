/**
 * `npm run db:types`: writes db/schema.generated.ts, the table types, and db/schema.sql, the tables to read, from a
 * database with all migrations.
 */
import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile, chmod } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import {
  destroyEmbeddedPostgres,
  startEmbeddedPostgres,
} from '../server/embedded-postgres/embedded-postgres.ts'
import { migrate, readMigrations } from '../server/database/migrate.ts'
import { projectRoot } from '../server/project-root.ts'
import { schemaText } from './schema-text.ts'

/** Path of the generated table types. */
export const typesFile = join(projectRoot, 'db', 'schema.generated.ts')

/** Path of the generated schema. */
export const schemaFile = join(projectRoot, 'db', 'schema.sql')

/** The text of that file for a migrated database. */
export async function generateSchema(url: string): Promise<string> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const migrations = await readMigrations()
    return await schemaText(
      client,
      migrations.map(({ sql }) => sql),
    )
  } finally {
    await client.end()
  }
}

/** The text of the types file for a migrated database; its columns arrive as server/database/database.ts parses them. */
export async function generateDatabaseTypes(url: string): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'anode-types-'))
  const outFile = join(directory, 'schema.ts')
  try {
    await promisify(execFile)(
      process.execPath,
      [
        join(projectRoot, 'node_modules', 'kysely-codegen', 'dist', 'cli', 'bin.js'),
        '--dialect=postgres',
        `--out-file=${outFile}`,
        '--date-parser=string',
        '--numeric-parser=string',
        '--type-mapping={"int8":"number"}',
        '--exclude-pattern=pgboss.*',
      ],
      { env: { ...process.env, DATABASE_URL: url }, cwd: projectRoot },
    )
    return `// Written by \`npm run db:types\` from db/migrations. Never edit by hand.\n${brandColumns(await readFile(outFile, 'utf8'))}`
  } finally {
    await rm(directory, { recursive: true })
  }
}

/** The types of columns that their names give, each with its file. */
const brands = [
  { brand: 'Minor', file: '../domain/money/money.ts', columns: /(\w+_minor: (?:Generated<)?)number/g },
  {
    brand: 'ProductId',
    file: '../domain/products/product-id.ts',
    // The table `product` has the only `id` among them; relations and sets name a second product.
    columns: /(\b(?:product_id|related_id|set_id): |interface Product \{[^}]*\n  id: Generated<)number/g,
  },
  { brand: 'Sku', file: '../domain/products/sku.ts', columns: /(\bsku: )string/g },
  // The table `store` holds the codes of the store list.
  {
    brand: 'StoreCode',
    file: '../domain/stores/stores.ts',
    columns: /(\n {2}stores?: (?:Generated<)?)string/g,
  },
]

/** Gives columns of amounts, product ids, article numbers and stores, found by name, their types. */
function brandColumns(types: string): string {
  const imports = brands.map(({ brand, file }) => `import type { ${brand} } from "${file}";`).join('\n')
  return brands
    .reduce((text, { brand, columns }) => text.replaceAll(columns, `$1${brand}`), types)
    .replace(/^import type .* from "kysely";\n/m, `$&${imports}\n`)
}

async function main(): Promise<void> {
  const log = { info: () => {}, warn: console.warn, error: console.error }
  const dataDir = await mkdtemp(join(tmpdir(), 'anode-types-'))
  await chmod(dataDir, 0o711)
  try {
    const postgres = await startEmbeddedPostgres({ dataDir, log, settings: { fsync: 'off' } })
    try {
      await migrate(postgres.url, { log })
      await writeFile(typesFile, await generateDatabaseTypes(postgres.url))
      await writeFile(schemaFile, await generateSchema(postgres.url))
      console.log(`Wrote ${typesFile} and ${schemaFile}`)
    } finally {
      await postgres.stop()
    }
  } finally {
    await destroyEmbeddedPostgres(dataDir)
    await rm(dataDir, { recursive: true, force: true })
  }
}

if (import.meta.main) await main()
