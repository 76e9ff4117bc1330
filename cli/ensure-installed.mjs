/**
 * Installs the packages of package-lock.json if they are missing. Runs on the machine's Node, version 20 or
 * newer.
 */
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { machinePath, mustRun, projectNode, root, run } from './run-command.mjs'
import { step } from './steps.mjs'

/** `dev`: include packages that only the build, tests and development need. */
export async function ensureInstalled({ dev = false } = {}) {
  const [major] = process.versions.node.split('.').map(Number)
  if (major < 20) throw new Error(`Node 20 or newer is needed; this is ${process.version}.`)
  if (isInstalled({ dev })) return
  await step(
    'Installing packages',
    async () => {
      const parameters = [
        'ci',
        '--no-audit',
        '--no-fund',
        '--no-progress',
        '--loglevel=error',
        ...(dev ? ['--include=dev'] : []),
      ]
      await npm(parameters, true)
      // npm may be configured to run no install scripts; the project's Node is downloaded by one.
      if (!(await nodeWorks()))
        await npm(['rebuild', 'node', '--foreground-scripts', '--ignore-scripts=false'], true)
      if (!(await nodeWorks())) throw new Error('The package `node` could not fetch Node for this machine.')
    },
    describeProgress,
  )
}

/** Compares npm's own record of node_modules with package-lock.json; a few milliseconds. */
function isInstalled({ dev }) {
  const wanted = readLock('package-lock.json')
  const present = readLock(join('node_modules', '.package-lock.json'))
  if (!wanted) throw new Error('package-lock.json is missing.')
  if (!present || !existsSync(projectNode)) return false
  return Object.entries(wanted).every(([path, entry]) => {
    if (path === '') return true
    const there = present[path]
    if (there) return there.version === entry.version && there.integrity === entry.integrity
    return entry.optional || entry.devOptional || (entry.dev && !dev)
  })
}

function readLock(name) {
  const file = join(root, name)
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).packages : undefined
}

function describeProgress() {
  const wanted = Object.entries(readLock('package-lock.json') ?? {}).filter(
    ([path, entry]) => path && fits(entry),
  )
  const present = wanted.filter(([path]) => existsSync(join(root, path, 'package.json')))
  if (present.length < wanted.length) return `${present.length} of ${wanted.length} packages unpacked`
  return 'all packages unpacked, fetching Node'
}

/** Whether a package is for this machine. */
function fits({ os = [process.platform], cpu = [process.arch], libc = [], optional }) {
  return os.includes(process.platform) && cpu.includes(process.arch) && !(optional && libc.includes('musl'))
}

async function nodeWorks() {
  return existsSync(projectNode) && (await run(projectNode, ['--version'])).code === 0
}

/** npm on the machine's Node: an installation may replace the project's own Node while it runs. */
async function npm(parameters, show) {
  const { npm_execpath: script, npm_node_execpath: node } = process.env
  const given =
    script?.endsWith('.js') && node && existsSync(script) && existsSync(node) && !node.startsWith(root)
  const path = given ? `${dirname(node)}:${machinePath()}` : machinePath()
  const [command, ...first] = given ? [node, script] : ['npm']
  await mustRun(command, [...first, ...parameters], { show, env: { ...process.env, PATH: path } })
}
