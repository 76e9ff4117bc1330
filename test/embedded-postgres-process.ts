/** A process that uses an embedded PostgreSQL until SIGTERM: prints its URL, or exits with the error. */
import { startEmbeddedPostgres } from '../server/embedded-postgres/embedded-postgres.ts'

const log = { info: () => {}, warn: () => {}, error: () => {} }
const postgres = await startEmbeddedPostgres({ dataDir: process.argv[2]!, log })
console.log(postgres.url)
const alive = setInterval(() => {}, 1_000)
process.once('SIGTERM', () => void postgres.stop().then(() => clearInterval(alive)))
