/** What is left to ship of the orders of a view: the page's query string is that of the table of orders. */
import type { LoaderFunctionArgs } from 'react-router'
import type { PickingList } from '../../../contract/admin/picking.ts'
import { readApi } from '../../api-client.ts'
import { apiPaths } from '../../paths.ts'

export function loadPicking({ request }: LoaderFunctionArgs): Promise<PickingList> {
  const query = new URL(request.url).searchParams
  // A list holds the first orders of the view, wherever in the table the person was.
  query.delete('after')
  return readApi<PickingList>(apiPaths.pickingList(query.toString()), request.signal)
}
