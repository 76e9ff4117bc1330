import type { FieldValuesAnswer } from '../../../contract/admin/custom-fields.ts'
import { readApi } from '../../api-client.ts'
import { apiPaths } from '../../paths.ts'

/** For the loader of an object's page. `name`: sku, number, code, or the id of an account or a company. */
export const readFieldValues = (
  object: 'product' | 'customer' | 'company' | 'order' | 'coupon',
  name: string,
  signal: AbortSignal,
): Promise<FieldValuesAnswer> => readApi<FieldValuesAnswer>(apiPaths.fieldValues(object, name), signal)
