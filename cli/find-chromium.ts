/** Finds a Chromium for the browser tests, or gets one from wherever the machine can. */
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { chromium } from '@playwright/test'
import { projectNode, root, run } from './run-command.mjs'

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome']
const places = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

/** Path of a Chromium on this machine, Playwright's own first. */
export function findChromium(): string | undefined {
  const own = chromium.executablePath()
  const onPath = (process.env.PATH ?? '')
    .split(delimiter)
    .flatMap((folder) => names.map((name) => join(folder, name)))
  return [own, ...onPath, ...places].find((path) => path !== '' && existsSync(path))
}

/** The same, after fetching one where there is none. Throws with the way out. */
export async function ensureChromium(): Promise<string> {
  const found = findChromium()
  if (found) return found
  const cli = join(root, 'node_modules', '@playwright', 'test', 'cli.js')
  const tried: [string, { output: string }][] = [
    ['Playwright', await run(projectNode, [cli, 'install', 'chromium'])],
  ]
  if (!findChromium() && process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
    await run('apt-get', ['update'], { env })
    tried.push([
      'apt-get',
      await run('apt-get', ['install', '-y', '--no-install-recommends', 'chromium'], { env }),
    ])
  }
  const fetched = findChromium()
  if (fetched) return fetched
  const words = tried.map(
    ([name, { output }]) => `${name} said:\n${output.trim().split('\n').slice(-5).join('\n')}`,
  )
  throw new Error(
    `The browser tests need Chromium: install it so that \`chromium\` is on PATH.\n${words.join('\n')}`,
  )
}
