/** Reads a page of a table: the query string of the page is the API's. */
import type { LoaderFunctionArgs } from 'react-router'
import type { TableAnswer } from '../../contract/admin/table.ts'
import { readApi } from '../api-client.ts'

export function loadTable<Row>(apiPath: string, { request }: LoaderFunctionArgs): Promise<TableAnswer<Row>> {
  return readApi<TableAnswer<Row>>(`${apiPath}${new URL(request.url).search}`, request.signal)
}
