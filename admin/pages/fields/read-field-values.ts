import type { FieldValuesAnswer } from '../../../contract/admin/custom-fields.ts'
import { ApiError, readApi } from '../../api-client.ts'
import { apiPaths } from '../../paths.ts'

const nothing: FieldValuesAnswer = { fields: [], values: {}, references: [], thumbs: [] }

/**
 * For the loader of an object's page. `name`: sku, number, code, or the id of an account or a company. A node of the
 * release before knows neither references nor pictures, and one of an earlier release has no such route: the page is shown
 * without them or without the card, and whether there is the object, its own answer says.
 */
export async function readFieldValues(
  object: 'product' | 'customer' | 'company' | 'order' | 'coupon',
  name: string,
  signal: AbortSignal,
): Promise<FieldValuesAnswer> {
  try {
    return { ...nothing, ...(await readApi<FieldValuesAnswer>(apiPaths.fieldValues(object, name), signal)) }
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return nothing
    throw error
  }
}
