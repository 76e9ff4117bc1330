import type { IncomingMessage } from 'node:http'
import { addressInForm, readCookies, readPageAddress } from './page-key.ts'
import { sharedPageKey, type PageServices } from './pages.ts'

/**
 * Key of the render that concurrent requests share; null where each request is rendered separately. Unlike
 * `sharedPageKey`, which only has to find stored pages, it also handles plain addresses: a checkout page is
 * never shared.
 */
export function sharedRenderKey(services: PageServices, request: IncomingMessage): string | null {
  if (sharedPageKey(services, request) === null) return null
  const address = addressInForm(request.url ?? '/', request.headers.accept)
  const cookies = readCookies(request.headers.cookie)
  return readPageAddress(address, cookies, (name) => services.catalogue.isFacet(name))?.key ?? null
}
