/** The fields of an entry of the audit with the names of companies for their ids, which screens do not know. Pure. */
import { carrierName } from '../shipping/carrier-name.ts'

type Fields = Record<string, unknown> | null

export function withNames(fields: Fields): Fields {
  const carrier = fields?.['carrier']
  return typeof carrier === 'string' ? { ...fields, carrier: carrierName(carrier) } : fields
}
