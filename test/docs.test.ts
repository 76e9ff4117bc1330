/** What the documents name: links, alerts, metrics and variables. */
import { execFileSync } from 'node:child_process'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { basename, dirname, join, normalize } from 'node:path'
import { expect, it } from 'vitest'
import { variableNames } from '../server/config.ts'
import { projectRoot } from '../server/project-root.ts'

const read = (name: string) => readFileSync(join(projectRoot, name), 'utf8')

const documents = execFileSync('git', ['ls-files', '-z', '*.md'], { cwd: projectRoot, encoding: 'utf8' })
  .split('\0')
  .filter((name) => name !== '' && existsSync(join(projectRoot, name)))

/** The part of a link after `#` for each heading, as GitHub makes it. */
function anchorsOf(text: string): Set<string> {
  return new Set(
    [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
      heading
        .toLowerCase()
        .replace(/[^\p{Letter}\p{Number}\s_-]/gu, '')
        .replace(/\s/g, '-'),
    ),
  )
}

it('documents link only to files and headings that exist', () => {
  const broken = documents.flatMap((name) =>
    [...read(name).matchAll(/\]\((?!https?:|mailto:)([^)#\s]*)(?:#([^)\s]+))?\)/g)]
      .filter(([, file = '', anchor]) => {
        const target = file === '' ? name : normalize(join(dirname(name), file))
        if (!existsSync(join(projectRoot, target))) return true
        return anchor !== undefined && target.endsWith('.md') && !anchorsOf(read(target)).has(anchor)
      })
      .map(([link]) => `${name}: ${link}`),
  )
  expect(broken).toEqual([])
})

it('every alert is in the first table of docs/operations.md', () => {
  const alerts = [...read('compose/prometheus/alerts.yml').matchAll(/- alert: (\w+)/g)].map(
    ([, alert = '']) => alert,
  )
  const page = read('docs/operations.md')
  expect(alerts.length).toBeGreaterThan(10)
  expect(alerts.filter((alert) => !page.includes(`\`${alert}\``))).toEqual([])
})

it('every metric of the shop is in docs/operations-reference.md, and alerts and documents name no other', () => {
  const metrics = (text: string) => new Set(text.match(/(?<![/\w-])anode_[a-z_]+[a-z]/g))
  // Histograms are queried by their parts; the others are roles and a cookie.
  const isOther = (name: string) =>
    /_(?:bucket|count|sum)$/.test(name) || ['anode_owner', 'anode_shop', 'anode_device'].includes(name)
  const source = metrics([read('server/metrics.ts'), read('server/shop-gauges.ts')].join('\n'))
  const page = read('docs/operations-reference.md')
  expect([...source].filter((name) => !page.includes(`\`${name}`))).toEqual([])
  const named = ['docs/operations.md', 'docs/operations-reference.md', 'compose/prometheus/alerts.yml']
    .flatMap((name) => [...metrics(read(name))])
    .filter((name) => !isOther(name))
  expect(named.filter((name) => ![...source].some((metric) => metric.startsWith(name)))).toEqual([])
})

it('every variable of a node is in docs/operations-reference.md', () => {
  const page = read('docs/operations-reference.md')
  expect(variableNames.filter((name) => !page.includes(`\`${name}\``))).toEqual([])
})

it('the tree of docs/architecture.md names every folder of domain/ and modules/', () => {
  const tree = /## Kernel and modules[^]*?```\n([^]*?)```/.exec(read('docs/architecture.md'))?.[1] ?? ''
  const words = new Set(tree.match(/[a-z-]+/g))
  const folders = globSync('{domain,modules}/*/', { cwd: projectRoot }).map((path) => basename(path))
  expect(folders.length).toBeGreaterThan(50)
  expect(folders.filter((name) => !words.has(name))).toEqual([])
})
