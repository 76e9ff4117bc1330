import { describe, expect, it } from 'vitest'
import {
  parsePictureFile,
  pictureSrcSet,
  pictureUrl,
  pictureWidths,
  placeholderKey,
} from './picture-address.ts'
import { pictureKey, placeholderSource } from './picture-key.ts'

describe('picture addresses', () => {
  it('gives the same source the same short key and different sources different keys', () => {
    const keys = new Set<string>()
    for (let tone = 1; tone <= 14; tone++)
      for (let count = 1; count <= 40; count++) {
        const source = `drawing:cell?size=AA&chemistry=alkaline&count=${count}&tone=${tone}`
        expect(pictureKey(source)).toBe(pictureKey(source))
        expect(pictureKey(source)).toMatch(/^[0-9a-z]{1,16}$/)
        keys.add(pictureKey(source))
      }
    expect(keys.size).toBe(14 * 40)
  })

  it('has the key of the placeholder', () => {
    expect(placeholderKey).toBe(pictureKey(placeholderSource))
  })

  it('parses every address it writes', () => {
    const key = pictureKey('drawing:placeholder')
    for (const width of pictureWidths)
      for (const format of ['avif', 'webp', 'jpeg'] as const)
        expect(parsePictureFile(pictureUrl(key, width, format).slice('/pictures/'.length))).toEqual({
          key,
          width,
          format,
        })
  })

  it('rejects sizes and formats that do not exist', () => {
    for (const file of [
      'abc-321.avif',
      'abc-320.png',
      '../abc-320.avif',
      'abc-320.avif.tmp',
      'ABC-320.avif',
      '',
    ])
      expect(parsePictureFile(file)).toBeNull()
  })

  it('lists the widths of a srcset up to the largest wanted', () => {
    expect(pictureSrcSet('abc', 'webp', 320)).toBe('/pictures/abc-160.webp 160w, /pictures/abc-320.webp 320w')
  })
})
