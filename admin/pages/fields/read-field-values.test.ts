import { afterEach, expect, it, vi } from 'vitest'
import { readFieldValues } from './read-field-values.ts'

afterEach(() => vi.unstubAllGlobals())

const { signal } = new AbortController()
const answering = (status: number, body: object) =>
  vi.stubGlobal('fetch', async () => Response.json(body, { status }))

it('a node of the release before, which has no fields, leaves the page without their card', async () => {
  answering(404, { code: 'not_found' })
  expect(await readFieldValues('order', 'S1', signal)).toEqual({
    fields: [],
    values: {},
    references: [],
    thumbs: [],
  })
})

it('every other refusal is one', async () => {
  answering(403, { code: 'forbidden' })
  await expect(readFieldValues('order', 'S1', signal)).rejects.toMatchObject({ status: 403 })
})
