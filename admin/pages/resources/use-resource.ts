/** The list that the address names. */
import { useParams } from 'react-router'
import type { ResourceDescription } from '../../../contract/admin/resources.ts'
import { useSession } from '../../session.ts'

/** Its loader has answered, so that the person may read it. */
export function useResource(): ResourceDescription {
  const { resource: name } = useParams()
  const found = useSession().resources.find((resource) => resource.name === name)
  if (found === undefined) throw new Response(null, { status: 404 })
  return found
}
