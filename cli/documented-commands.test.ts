/** The commands that the documents name, with their options. */
import { globSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Command } from 'commander'
import { expect, it } from 'vitest'
import { projectRoot } from '../server/project-root.ts'
import { loadCommands } from './anode-commands.ts'

const docs = join(projectRoot, 'docs')
const documents = [
  join(projectRoot, 'README.md'),
  ...readdirSync(docs)
    .filter((name) => name.endsWith('.md'))
    .map((name) => join(docs, name)),
  ...globSync(join(projectRoot, 'modules/*/README.md')),
]

/** `anode order list --status held`: the words after `anode`, until the code ends or a comment begins. */
const mention = /(?<!database )(?:\banode|cli\/anode\.ts)(?: --)? ([a-z][^`\n#|]*)/g

/** What is wrong with a named command; null: nothing. */
function problemOf(words: readonly string[], commands: readonly Command[]): string | null {
  let options: Command['options'] = []
  let among = commands
  for (const word of words) {
    if (word.startsWith('--')) {
      const name = word.replace(/[^a-z-].*$/i, '')
      if (![...options, ...jsonOption].some(({ long }) => long === name)) return `no option ${name}`
      continue
    }
    if (among.length === 0) continue
    const found = among.find((command) => command.name() === word)
    if (!found) return `no command ${word}`
    options = found.options
    among = found.commands
  }
  return null
}

const jsonOption = [{ long: '--help' }]

it('documents name only commands and options of anode that exist', async () => {
  const commands = await loadCommands()
  const named = documents.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/`[^`\n]+`|```[\s\S]*?```/g)].flatMap(([code]) =>
      [...code.matchAll(mention)].map(([, words = '']) => ({ file, words: words.trim().split(/\s+/) })),
    ),
  )
  expect(named.length).toBeGreaterThan(100)
  const wrong = named.flatMap(({ file, words }) => {
    const problem = problemOf(words, commands)
    return problem === null
      ? []
      : [`${file.slice(projectRoot.length + 1)}: anode ${words.join(' ')}: ${problem}`]
  })
  expect(wrong).toEqual([])
})
