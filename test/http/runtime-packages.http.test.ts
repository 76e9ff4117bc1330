/**
 * Every import of the running shop is in its production packages, so that an installation without the others
 * runs.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { builtinModules } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { expect, it } from 'vitest'
import { projectRoot } from '../../server/project-root.ts'

const imports = /(?:\bfrom|\bimport)\s*\(?\s*(['"])([^'"\n]+)\1/g

/** Packages imported by these files and by the project files they import. */
function packagesOf(entries: string[]): Map<string, string> {
  const packages = new Map<string, string>()
  const seen = new Set<string>()
  const waiting = [...entries]
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (seen.has(file) || !existsSync(file)) continue
    seen.add(file)
    const code = readFileSync(file, 'utf8').replaceAll(/^import type .*$/gm, '')
    for (const [, , name = ''] of code.matchAll(imports)) {
      if (name.startsWith('.')) waiting.push(resolve(dirname(file), name))
      else if (/^(?:@[\w.-]+\/)?[a-z][\w.-]*(?:\/[\w./-]+)?$/.test(name) && !isBuiltin(name))
        packages.set(
          name
            .split('/')
            .slice(0, name.startsWith('@') ? 2 : 1)
            .join('/'),
          file,
        )
    }
  }
  return packages
}

const isBuiltin = (name: string) => name.startsWith('node:') || builtinModules.includes(name)

it('the built node, the CLI and the processes that run from source need production packages alone', () => {
  const { dependencies } = JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8')) as {
    dependencies: Record<string, string>
  }
  const built = readdirSync(join(projectRoot, 'build', 'server'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.js'))
    .map((name) => join(projectRoot, 'build', 'server', name))
  const fromSource = [
    'cli/anode.ts',
    'read-model/build/index-process.server.ts',
    'read-model/search/search-thread.server.ts',
  ].map((name) => join(projectRoot, name))
  for (const file of fromSource) expect([file, existsSync(file)]).toEqual([file, true])
  const needed = packagesOf([...built, ...fromSource])
  expect(needed.size).toBeGreaterThan(15)
  for (const [name, file] of needed) expect([name, file, name in dependencies]).toEqual([name, file, true])
  for (const tool of ['vite', '@react-router/dev', 'typescript'])
    expect(dependencies).not.toHaveProperty(tool)
})

const hasSystemd = spawnSync('systemd-analyze', ['--version']).status === 0

it.skipIf(!hasSystemd)('the systemd unit is one (systemd-analyze verify)', () => {
  // It looks for the program, which is elsewhere here.
  const unit = readFileSync(join(projectRoot, 'deploy', 'anode.service'), 'utf8')
    .replace('ExecStart=/opt/anode/node_modules/.bin/node', `ExecStart=${process.execPath}`)
    .replace('Documentation=file:///opt/anode/docs/operations.md\n', '')
  const folder = mkdtempSync(join(tmpdir(), 'anode-unit-'))
  try {
    const file = join(folder, 'anode.service')
    writeFileSync(file, unit)
    const verified = spawnSync('systemd-analyze', ['verify', '--man=no', file], { encoding: 'utf8' })
    // Other systemd units of the machine may have faults of their own.
    const ours = verified.stderr.split('\n').filter((line) => line.includes('anode'))
    expect(ours).toEqual([])
  } finally {
    rmSync(folder, { recursive: true })
  }
})
