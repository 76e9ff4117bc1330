/** Finds a Chromium for the browser tests, or installs one. */
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { chromium } from '@playwright/test'
import { projectNode, root, run } from './run-command.mjs'

/** The headless shell: a test in it takes half the processor time of one in a full Chromium. */
const headlessShells = ['chromium-headless-shell', 'chrome-headless-shell']
const browsers = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome']
const places = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

/**
 * The executable that Playwright must launch: nothing if its own Chromium is installed, which it finds by
 * itself, headless shell first; else the program found on this machine. Null if there is none.
 */
export function findChromium(): { executablePath?: string } | null {
  if (existsSync(chromium.executablePath())) return {}
  const path = onPath(headlessShells) ?? onPath(browsers) ?? places.find((place) => existsSync(place))
  return path === undefined ? null : { executablePath: path }
}

/**
 * Ensures that there is one and, where root may install packages, that it is a headless shell. Throws with
 * instructions if none can be installed.
 */
export async function ensureChromium(): Promise<void> {
  const found = findChromium()
  if (found && !found.executablePath) return
  if (onPath(headlessShells)) return
  const tried: [string, string][] = []
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
    const install = ['install', '-y', '--no-install-recommends']
    await run('apt-get', ['update'], { env })
    const shell = await run('apt-get', [...install, 'chromium-headless-shell'], { env })
    tried.push(['apt-get', shell.output])
    if (shell.code !== 0 && !found)
      tried.push(['apt-get', (await run('apt-get', [...install, 'chromium'], { env })).output])
  }
  if (findChromium()) return
  const cli = join(root, 'node_modules', '@playwright', 'test', 'cli.js')
  tried.push(['Playwright', (await run(projectNode, [cli, 'install', 'chromium'])).output])
  if (findChromium()) return
  const words = tried.map(
    ([name, output]) => `${name} said:\n${output.trim().split('\n').slice(-5).join('\n')}`,
  )
  throw new Error(
    `The browser tests need Chromium: install it so that \`chromium-headless-shell\` or \`chromium\` is on PATH.\n${words.join('\n')}`,
  )
}

function onPath(names: readonly string[]): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter)
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find((path) => existsSync(path))
}
