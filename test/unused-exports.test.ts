/** Exports that nothing names: code that can be deleted. */
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { projectRoot } from '../server/project-root.ts'

/** What others find by its name: React Router, the test of row types in its fixture, and modules in their tools. */
const foundByName =
  /^(?:app\/layout\/store-layout\.tsx clientMiddleware|(?:sdk|app\/outside|admin\/outside)\/.+|test\/row-types-fixture\.ts \w+)$/
const exported = /^export (?:async )?(?:function\*?|const|let|class|interface|type|enum) (\w+)/gm

it('everything that a file exports is named somewhere', () => {
  const files = execFileSync('git', ['ls-files', '-z', '*.ts', '*.tsx'], {
    cwd: projectRoot,
    encoding: 'utf8',
  })
    .split('\0')
    .filter((file) => file !== '' && !file.endsWith('.generated.ts') && existsSync(join(projectRoot, file)))
  const texts = new Map(files.map((file) => [file, readFileSync(join(projectRoot, file), 'utf8')]))
  const uses = new Map<string, number>()
  for (const text of texts.values())
    for (const [word] of text.matchAll(/[\w$]+/g)) uses.set(word, (uses.get(word) ?? 0) + 1)
  const unused = [...texts].flatMap(([file, text]) =>
    [...text.matchAll(exported)]
      .filter(([, name = '']) => uses.get(name) === 1)
      .map(([, name = '']) => `${file} ${name}`),
  )
  expect(unused.filter((each) => !foundByName.test(each))).toEqual([])
})
