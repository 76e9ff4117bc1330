import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Plugin } from 'vite'

const text = /\.(?:js|css|svg|txt|json)$/

/**
 * Writes `.br` and `.gz` beside every text file for the browser, as small as they get: they are compressed once
 * and sent many times. Runs after the server's build, which adds React Router's manifest to these files.
 */
export const precompress: Plugin = {
  name: 'precompress',
  buildApp: {
    order: 'post',
    async handler({ environments }) {
      const folder = environments['client']?.config.build.outDir
      if (folder === undefined) return
      const names = await readdir(folder, { recursive: true })
      await Promise.all(names.filter((name) => text.test(name)).map((name) => compress(join(folder, name))))
    },
  },
}

async function compress(file: string): Promise<void> {
  const bytes = await readFile(file)
  const quality = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY }
  const packed = {
    br: await promisify(brotliCompress)(bytes, { params: quality }),
    gz: await promisify(gzip)(bytes, { level: constants.Z_BEST_COMPRESSION }),
  }
  for (const [ending, data] of Object.entries(packed)) {
    // What does not get smaller is sent as it is.
    if (data.length < bytes.length) await writeFile(`${file}.${ending}`, data)
  }
}
