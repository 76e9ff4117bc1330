import sharp from 'sharp'
import { expect, it } from 'vitest'
import { photo } from './photo-fixture.test-support.ts'
import { picturesBeingStripped, stripPicture } from './strip-picture.server.ts'

it('pictures of customers are counted while they wait, are upright, and say nothing of their camera', async () => {
  const bytes = await photo().withMetadata({ orientation: 6 }).jpeg().toBuffer()
  const all = Array.from({ length: 5 }, () => stripPicture(bytes))
  expect(picturesBeingStripped()).toBe(5)
  for (const stripped of await Promise.all(all)) {
    if (!stripped.ok) throw new Error(stripped.code)
    const { width, height, exif } = await sharp(stripped.jpeg).metadata()
    expect([width, height, exif]).toEqual([300, 400, undefined])
  }
  expect(await stripPicture(Buffer.from('no picture'))).toEqual({ ok: false, code: 'wrong_type' })
  expect(picturesBeingStripped()).toBe(0)
})
