import type { IncomingMessage, ServerResponse } from 'node:http'
import { expect, it } from 'vitest'
import { stores } from '../../domain/stores/stores.ts'
import type { StoredPage } from './page-cache.ts'
import { sendPageIfReady } from './serve-page.ts'

function headersOf(publicUrl: string): string[] {
  const page = { status: 200, headers: {}, etag: '"1"', encoded: { br: Buffer.from('x') } }
  let sent: string[] = []
  const response = {
    writeHead: (_status: number, headers: string[]) => {
      sent = headers
      return response
    },
    end: () => {},
  }
  const request = { method: 'GET', headers: { 'accept-encoding': 'br' } }
  const sender = { store: stores.no, publicUrl }
  const isSent = sendPageIfReady(
    page as unknown as StoredPage,
    sender,
    request as unknown as IncomingMessage,
    response as unknown as ServerResponse,
  )
  expect(isSent).toBe(true)
  return sent
}

it('stores the country in a cookie that is Secure where the shop is served over https', () => {
  const cookie = 'i18n_redirected=no; Path=/; Max-Age=31536000; SameSite=Lax'
  expect(headersOf('http://localhost:3000')).toContain(cookie)
  expect(headersOf('https://shop.example')).toContain(`${cookie}; Secure`)
})
