/** The back office in the browser tests: staff signed in to the running shop's own listener. */
import type { Page } from '@playwright/test'
import type { Role } from '../../domain/permissions/permissions.ts'
import type { Database } from '../../server/database/database.ts'
import { keptAddress } from '../../server/node-setting.ts'
import { signedInStaff } from './admin-shop.ts'

/** Signs a new member of staff in on the page's browser; answers the address of the back office. */
export async function signInStaff(page: Page, db: Database, role: Role): Promise<string> {
  const url = await keptAddress(db, 'admin_url')
  if (url === null) throw new Error('The running shop has no back office.')
  const { token } = await signedInStaff(db, { role, url })
  await page.context().addCookies([{ name: 'anode_staff', value: token, url, httpOnly: true }])
  return url
}

/** A change by the same member of staff in another window: past the page, which still shows what was there before. */
export async function changeMeanwhile(
  page: Page,
  method: 'POST' | 'PUT',
  path: string,
  change: object,
): Promise<void> {
  await page.evaluate(
    async ([how, to, body]) => {
      const headers = { 'content-type': 'application/json' }
      const answer = await fetch(to, { method: how, headers, body })
      if (!answer.ok) throw new Error(`${to}: ${answer.status} ${await answer.text()}`)
    },
    [method, path, JSON.stringify(change)] as const,
  )
}
