import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { deviceKinds } from '../../../domain/devices/device.ts'

it('has an icon of its own for every kind of device', async () => {
  const sprite = await readFile(new URL('kind-icons.svg', import.meta.url), 'utf8')
  const icons = new Map(
    [...sprite.matchAll(/<symbol id="([^"]+)" viewBox="0 0 24 24"><path d="([^"]+)"/g)].map(
      ([, kind, outline]) => [kind, outline],
    ),
  )
  expect([...icons.keys()]).toEqual([...deviceKinds])
  expect(new Set(icons.values()).size).toBe(deviceKinds.length)
})
