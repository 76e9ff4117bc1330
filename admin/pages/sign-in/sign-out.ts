/** Ends the session; a route without a page, to which the person's menu posts. */
import { redirect } from 'react-router'
import { sendApi } from '../../api-client.ts'
import { apiPaths, paths } from '../../paths.ts'

export async function action(): Promise<Response> {
  await sendApi('POST', apiPaths.signOut)
  return redirect(paths.signIn())
}
