import { Suspense } from 'react'
import { prerenderToNodeStream } from 'react-dom/static'
import { text } from 'node:stream/consumers'
import { expect, it } from 'vitest'
import { FileNotLoaded, lazyFile } from './module-files.ts'

it('a file that could not be loaded is tried again where it is shown next', async () => {
  let isThere = false
  const card = lazyFile(async () => {
    if (!isThere) throw new TypeError('Failed to fetch dynamically imported module')
    return { default: () => <p>Wrapped.</p> }
  })
  const faults: unknown[] = []
  const show = async () => {
    const Card = card()
    const { prelude } = await prerenderToNodeStream(
      <Suspense>
        <Card />
      </Suspense>,
      { onError: (fault) => void faults.push(fault) },
    )
    return text(prelude)
  }
  expect(await show()).not.toContain('Wrapped.')
  expect(faults).toEqual([expect.any(FileNotLoaded)])
  isThere = true
  expect(await show()).toContain('Wrapped.')
  expect(card()).toBe(card())
  expect(faults).toHaveLength(1)
})
