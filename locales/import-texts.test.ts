import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { feedFaults } from '../catalogue-import/feed-fault.ts'
import { detailMessages } from '../catalogue-import/problem-details.ts'
import { problemMessages } from '../catalogue-import/row-report.ts'

const prefixed = (prefix: string, messages: object) => Object.keys(messages).map((code) => prefix + code)
const placeholders = (text = '') => new Set(text.match(/\{\w+\}/g))

it.each(['en', 'sv', 'no', 'da', 'de'])(
  '%s words every problem of an import with its values',
  async (language) => {
    const file = new URL(`${language}/import.json`, import.meta.url)
    const texts = JSON.parse(await readFile(file, 'utf8')) as Record<string, string>
    expect(new Set(Object.keys(texts))).toEqual(
      new Set([
        ...prefixed('problem.', problemMessages),
        ...prefixed('problem_detail.', detailMessages),
        ...prefixed('feed_fault.', feedFaults),
        'problems_listed',
        'problems_deleted',
      ]),
    )
    for (const [code, message] of Object.entries(detailMessages))
      expect(placeholders(texts[`problem_detail.${code}`])).toEqual(placeholders(message))
    // The person knows the name of the uploaded file.
    for (const [code, message] of Object.entries(feedFaults))
      expect(placeholders(texts[`feed_fault.${code}`])).toEqual(placeholders(message.replace('{file}', '')))
  },
)
