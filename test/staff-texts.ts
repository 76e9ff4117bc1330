import { globSync, readFileSync } from 'node:fs'

/** Every text of the back office in a language, those of modules included. */
export function staffTexts(language: string): Record<string, string> {
  const files = [`locales/${language}/admin.json`, ...globSync(`modules/*/texts/${language}.staff.json`)]
  return Object.assign(
    {},
    ...files.map((file) => JSON.parse(readFileSync(file, 'utf8')) as object),
  ) as Record<string, string>
}
