import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { workerJob } from '../workers/worker-job.ts'
import type { run as runWithoutEnd } from './endless-job.test-support.ts'
import { decodeInWorker, inspectPicture } from './inspect-picture.server.ts'
import { photo } from './photo-fixture.test-support.ts'

/** A PNG whose header claims a size, with a few bytes of pixels. */
function pngThatClaims(width: number, height: number): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 2, 0, 0, 0], 8)
  const chunk = (type: string, data: Buffer) => {
    const typed = Buffer.concat([Buffer.from(type, 'latin1'), data])
    const frame = Buffer.alloc(typed.length + 8)
    frame.writeUInt32BE(data.length, 0)
    frame.set(typed, 4)
    frame.writeUInt32BE(crc32(typed), typed.length + 4)
    return frame
  }
  const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.alloc(100_000))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

describe('a picture from outside', () => {
  it('whose decoding never ends is refused, and the next one is decoded', async () => {
    const endless = workerJob<typeof runWithoutEnd>({
      module: 'domain/pictures/endless-job.test-support.ts',
      seconds: 3,
    })
    const bytes = await photo().jpeg().toBuffer()
    const [stuck, next] = await Promise.all([decodeInWorker(endless, bytes, true, {}), inspectPicture(bytes)])
    expect(stuck).toEqual({ ok: false, code: 'too_costly' })
    expect(next).toMatchObject({ ok: true, width: 400, height: 300 })
  })

  it('is accepted in each of the five formats, whatever its name', async () => {
    const formats = {
      jpeg: photo().jpeg(),
      png: photo().png(),
      webp: photo().webp(),
      avif: photo().avif({ effort: 0 }),
      gif: photo().gif(),
    }
    for (const [format, made] of Object.entries(formats))
      expect(await inspectPicture(await made.toBuffer())).toMatchObject({
        ok: true,
        format,
        width: 400,
        height: 300,
        sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
      })
  })

  it('has its display size when the camera was held upright', async () => {
    const bytes = await photo().withMetadata({ orientation: 6 }).jpeg().toBuffer()
    expect(await inspectPicture(bytes)).toMatchObject({ ok: true, width: 300, height: 400 })
  })

  it('is rejected as not a picture when its bytes are something else', async () => {
    const html = '<!doctype html><title>404</title>'
    const svg =
      '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><image href="file:///etc/passwd"/></svg>'
    const tiff = await photo().tiff().toBuffer()
    const heic = Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1')
    for (const bytes of [
      html,
      svg,
      `<?xml version="1.0"?>${svg}`,
      tiff,
      heic,
      '%PDF-1.7',
      'GIF',
      'RIFF1234WAVE',
      '\0\0\0\0ftyp',
    ])
      expect(await inspectPicture(Buffer.from(bytes))).toEqual({ ok: false, code: 'wrong_type' })
    expect(await inspectPicture(Buffer.alloc(0))).toEqual({ ok: false, code: 'empty' })
  })

  it('is rejected when it is truncated, damaged or only begins like a picture', async () => {
    for (const made of [photo().jpeg(), photo().png(), photo().webp(), photo().avif({ effort: 0 })]) {
      const bytes = await made.toBuffer()
      const cut = bytes.subarray(0, Math.floor(bytes.length * 0.6))
      expect(await inspectPicture(cut)).toEqual({ ok: false, code: 'broken_picture' })
    }
    expect(await inspectPicture(Buffer.from([0xff, 0xd8, 0xff, 0xe0, 1, 2, 3]))).toEqual({
      ok: false,
      code: 'broken_picture',
    })
  })

  it('is rejected by the size in its header, before its pixels are decoded', async () => {
    expect(await inspectPicture(pngThatClaims(50_000, 50_000))).toEqual({
      ok: false,
      code: 'too_many_pixels',
      detail: '50000 × 50000',
    })
    expect(await inspectPicture(pngThatClaims(20_000, 100))).toMatchObject({ code: 'too_many_pixels' })
    expect(await inspectPicture(pngThatClaims(6_000, 6_000))).toMatchObject({ code: 'broken_picture' })
  })

  it('is rejected above 15 MB', async () => {
    const bytes = Buffer.concat([await photo().jpeg().toBuffer(), Buffer.alloc(15 * 1024 * 1024)])
    expect(await inspectPicture(bytes)).toEqual({ ok: false, code: 'too_large' })
  })

  it('with many frames counts as its first', async () => {
    const frame = await photo().raw().toBuffer()
    const animation = await sharp(Buffer.concat([frame, frame, frame]), {
      raw: { width: 400, height: 900, channels: 3, pageHeight: 300 },
    })
      .gif()
      .toBuffer()
    expect(await inspectPicture(animation)).toMatchObject({ ok: true, width: 400, height: 300 })
  })
})
