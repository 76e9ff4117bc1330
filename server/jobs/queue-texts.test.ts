import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { queueNames } from './queues.ts'

it.each(['en', 'sv', 'no', 'da', 'de'])(
  'the back office has a name for every queue in %s',
  async (language) => {
    const file = new URL(`../../locales/${language}/admin.json`, import.meta.url)
    const texts = JSON.parse(await readFile(file, 'utf8')) as Record<string, string>
    const named = Object.keys(texts).filter((key) => key.startsWith('queue.'))
    expect(new Set(named)).toEqual(new Set(queueNames.map((name) => `queue.${name}`)))
  },
)
