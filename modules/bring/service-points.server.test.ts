import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it } from 'vitest'
import { createBring } from './service-points.server.ts'

const query = { countryCode: 'NO', language: 'nb-NO', kind: 'pickup', postalCode: '0150' } as const

/** The points that Bring's adapter reads from an answer, and what it logs. */
async function readAnswer(body: string) {
  const server = createServer((_request, response) => response.end(body))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const warnings: object[] = []
  const bring = createBring(
    {
      url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      uid: 'u',
      apiKey: 'k',
      clientUrl: 'http://shop.example',
    },
    { warn: (data) => warnings.push(data) },
  )
  const answer = await bring.servicePoints(query)
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
  return { answer, warnings }
}

it.each(['', '<html>', '[]', '{"pickupPoint":"none"}'])('an answer %j is no answer', async (body) => {
  const { answer, warnings } = await readAnswer(body)
  expect(answer).toEqual({ ok: false, code: 'carrier_unavailable' })
  expect(warnings).toHaveLength(1)
})

it('leaves out a point that cannot be read and keeps the others', async () => {
  const good = { id: 101, name: 'Kiosken', countryCode: 'NO', visitingCity: 'OSLO' }
  const { answer, warnings } = await readAnswer(JSON.stringify({ pickupPoint: [{ id: 100 }, good] }))
  expect(answer).toMatchObject({ ok: true, points: [{ id: '101', city: 'OSLO', distanceMetres: null }] })
  expect(warnings).toEqual([{ carrier: 'bring', problems: ['name', 'countryCode'] }])
})
