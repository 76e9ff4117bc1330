import type { CatalogueRecord } from '../domain/catalogue/catalogue-record.ts'
import { demoCatalogue } from './demo-data.server.ts'

/** All records of the demo's catalogue. */
export async function demoRecords(now: Date): Promise<CatalogueRecord[]> {
  const records: CatalogueRecord[] = []
  for await (const record of demoCatalogue(now)) records.push(record)
  return records
}
