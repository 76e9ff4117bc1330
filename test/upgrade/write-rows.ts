/**
 * Writes the rows of a database for the upgrade test: `node test/upgrade/write-rows.ts DATABASE_URL FILE.gz`. Fill a new
 * shop of that release with a SECRET, customers and orders as in `upgrade.http.test.ts`, with SMTP_URL at a port where
 * nobody answers, and kill it before.
 */
import { writeStoredRows } from './stored-rows.ts'

const [url, file] = process.argv.slice(2)
if (url === undefined || file === undefined) throw new Error('Give the address of the database and a file.')
await writeStoredRows(url, file)
