import { beforeEach, describe, expect, it, vi } from 'vitest'
import { stores } from '../../domain/stores/stores.ts'
import { callApi, requestTimeoutMs } from './api-client.ts'

const store = stores.no

/** A stubbed back end; records its requests. */
function answering(answer: (signal: AbortSignal) => Promise<Response>) {
  const asked: string[] = []
  vi.stubGlobal('fetch', (address: string, { signal }: { signal: AbortSignal }) => {
    asked.push(address)
    return answer(signal)
  })
  return asked
}

/** Settles only when the call is aborted. */
const whenAborted = (signal: AbortSignal) =>
  new Promise<never>((_resolve, reject) =>
    signal.addEventListener('abort', () => reject(new DOMException('gone', 'AbortError'))),
  )

const noAnswer = { ok: false, status: 0, message: null, errors: {}, data: null }

describe('a call of the API', () => {
  beforeEach(() => () => {
    vi.unstubAllGlobals()
    vi.useRealTimers()
  })

  it('[API-02] goes to the origin the document names, else to the page’s own', async () => {
    const asked = answering(async () => Response.json([]))
    await callApi(store, 'strings')
    vi.stubGlobal('document', { documentElement: { dataset: { api: 'https://api.shop.example' } } })
    await callApi(store, 'strings')
    expect(asked).toEqual([
      '/api/strings?locale=no&sid=8',
      'https://api.shop.example/api/strings?locale=no&sid=8',
    ])
  })

  it('[API-05] without a response for 15 s has failed', async () => {
    vi.useFakeTimers()
    expect(requestTimeoutMs).toBe(15_000)
    answering(whenAborted)
    const settled = vi.fn<() => void>()
    const call = callApi(store, 'products')
    void call.then(settled)
    await vi.advanceTimersByTimeAsync(14_999)
    expect(settled).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    expect(await call).toEqual(noAnswer)
  })

  it('[API-05] whose response body stalls has failed too', async () => {
    vi.useFakeTimers()
    answering(async (signal) => {
      const response = Response.json({})
      response.text = () => whenAborted(signal)
      return response
    })
    const call = callApi(store, 'products')
    await vi.advanceTimersByTimeAsync(15_000)
    expect(await call).toEqual(noAnswer)
  })

  it('whose response breaks off, or is not from the API, has failed and reports nothing', async () => {
    const broken = new ReadableStream({
      start(controller) {
        controller.enqueue(new TextEncoder().encode('[{"uuid":'))
        controller.error(new TypeError('network error'))
      },
    })
    answering(async () => new Response(broken))
    expect(await callApi(store, 'sync-cart')).toEqual(noAnswer)
    answering(async () => new Response('<!doctype html>'))
    expect(await callApi(store, 'sync-cart')).toEqual(noAnswer)
    answering(async () => new Response('<!doctype html>', { status: 502 }))
    expect(await callApi(store, 'sync-cart')).toEqual(noAnswer)
  })

  it('that was answered leaves no timer behind', async () => {
    vi.useFakeTimers()
    answering(async () => new Response(null, { status: 204 }))
    expect(await callApi(store, 'newsletter')).toMatchObject({ ok: true, data: null })
    expect(vi.getTimerCount()).toBe(0)
  })

  it('returns a refusal as a value: its status, message and fields', async () => {
    answering(async () =>
      Response.json({ message: 'no', errors: { postalCode: 'four digits' } }, { status: 422 }),
    )
    expect(await callApi(store, 'checkout')).toMatchObject({
      ok: false,
      status: 422,
      message: 'no',
      errors: { postalCode: 'four digits' },
    })
  })
})
