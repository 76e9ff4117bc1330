/** A list that is declared once, by its name. */
import { useParams } from 'react-router'
import type { ResourceDescription } from '../../../contract/admin/resources.ts'
import { useSession } from '../../session.ts'

/** That of the address by default. Its loader has answered, so that the person may read it. */
export function useResource(listed?: string): ResourceDescription {
  const { resource: name = listed } = useParams()
  const found = useSession().resources.find((resource) => resource.name === name)
  if (found === undefined) throw new Response(null, { status: 404 })
  return found
}
