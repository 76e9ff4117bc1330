/** Who is signed in, and what they may do where. */
import { useRouteLoaderData, type LoaderFunctionArgs, type ShouldRevalidateFunctionArgs } from 'react-router'
import type { AdminSession } from '../contract/admin/session.ts'
import { readApi } from './api-client.ts'
import { apiPaths } from './paths.ts'
import { rememberStores } from './store-name.ts'

/** The answer of `GET /admin/api/session`; `resources` are all lists that are declared once. */
export type Session = Omit<AdminSession, 'ownLists'>

export const sessionRouteId = 'shell'

export async function loadSession({ request }: LoaderFunctionArgs): Promise<Session> {
  // A node of the release before answers without the lists that it does not declare.
  const { ownLists = [], ...session } = await readApi<Session & Partial<Pick<AdminSession, 'ownLists'>>>(
    apiPaths.session,
    request.signal,
  )
  rememberStores(session.stores)
  return { ...session, resources: [...session.resources, ...ownLists] }
}

/** Grants change with what the person does (step-up, an own role), not with the page they look at. */
export function reloadSession({ formMethod, currentUrl, nextUrl }: ShouldRevalidateFunctionArgs): boolean {
  return formMethod !== undefined || currentUrl.href === nextUrl.href
}

export function useSession(): Session {
  const session = useRouteLoaderData<Session>(sessionRouteId)
  if (session === undefined) throw new Error('useSession is called outside of the shell.')
  return session
}

/** Whether the person has a permission, in `store` or in any store. */
export function can({ grants }: Session, permission: string, store?: string): boolean {
  const granted = grants[permission] ?? []
  return store === undefined ? granted.length > 0 : granted.includes(store)
}
