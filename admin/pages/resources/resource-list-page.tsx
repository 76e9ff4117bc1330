/** A list that is declared once, as its declaration has it. */
import type { LoaderFunctionArgs } from 'react-router'
import type { PageHandle } from '../../shell/store-choice.ts'
import { loadList, ResourceList } from './resource-list.tsx'
import { useResource } from './use-resource.ts'

export const handle: PageHandle = { storeFilter: true }

export const loader = (given: LoaderFunctionArgs) => loadList(given.params['resource'] ?? '', given)

export function Component() {
  return <ResourceList resource={useResource()} />
}
