import type { IncomingMessage } from 'node:http'
import { addressInForm, readCookies, readPageAddress } from './page-key.ts'
import { sharedPageKey, type PageServices } from './pages.ts'

/**
 * Key of the render that a request waits for; null where each request is rendered by itself. Unlike `sharedPageKey`,
 * which only has to find what is stored, it reads plain addresses too: a checkout's page is never shared.
 */
export function sharedRenderKey(services: PageServices, request: IncomingMessage): string | null {
  if (sharedPageKey(services, request) === null) return null
  const address = addressInForm(request.url ?? '/', request.headers.accept)
  const cookies = readCookies(request.headers.cookie)
  return readPageAddress(address, cookies, (name) => services.catalogue.isFacet(name))?.key ?? null
}
