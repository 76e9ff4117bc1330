/**
 * Strings that have broken other programs: scripts, statements, control and direction marks, invalid numbers.
 * A short list of our own; the long list of SHARED_DATA is added if it is present.
 */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot } from '../../server/project-root.ts'

const own: string[] = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\u0007\u001b[31m',
  '\u202Eabc\u202C',
  '\uFEFF',
  '\uFFFD',
  '\uD800',
  'a\uDC00',
  '👩‍👩‍👧‍👦',
  'Z̵̨̧͙a̴l̷g̶o̸',
  'ｆｕｌｌｗｉｄｔｈ',
  'ﬁ',
  'İıſß',
  'بطارية',
  '电池',
  '０',
  'å',
  'a\u030A',
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  "'-alert(1)-'",
  '</script><script>alert(1)</script>',
  '</title><svg onload=alert(1)>',
  'javascript:alert(1)',
  '<!--',
  ']]>',
  '{{7*7}}',
  '${7*7}',
  '<%= 7*7 %>',
  '\\u003cscript\\u003e',
  "' or 1=1 --",
  "'; drop table product; --",
  '1" or "1"="1',
  '%27%20or%201=1',
  "a' and pg_sleep(5) --",
  '%_%',
  '\\',
  '"',
  '"a',
  'a" OR "b',
  'NEAR(a b)',
  'a AND',
  'OR',
  'NOT a',
  'title:aa',
  '^aa',
  'aa*',
  '*',
  '()',
  '(((((',
  '-',
  '--a',
  '+a',
  'a:b:c',
  '../../../etc/passwd',
  '..%2f..%2f',
  '/etc/passwd%00.html',
  'C:\\Windows',
  'file:///etc/passwd',
  '//evil.example',
  'https://evil.example',
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  'null',
  'undefined',
  'true',
  'NaN',
  'Infinity',
  '[object Object]',
  '0',
  '-0',
  '-1',
  '1e9',
  '-1e9',
  '1.5',
  '0x10',
  '9007199254740993',
  '99999999999999999999',
  '1/0',
  '1,5',
  '1 000',
  '%',
  '%%',
  '%s%n%x',
  '%E0%A4',
  '+',
  '&',
  '=',
  '#',
  '?',
  ';',
  'a&b=c',
  'a;b',
  '\r\nset-cookie: a=b',
  'a\nb',
  '\t',
  'x'.repeat(1000),
  'å'.repeat(300),
  'a '.repeat(400),
  '('.repeat(200),
  '💣'.repeat(100),
]

/** Of the thousands of similar attacks, every n-th is used. */
const every = 100

/** The long lists, or nothing if the machine has none: general strings in full, attacks as a sample. */
function shared(): string[] {
  const file = join(
    process.env['SHARED_DATA'] || join(projectRoot, '..', 'shared', 'data'),
    'naughty-strings.json',
  )
  if (!existsSync(file)) return []
  const { blns = [], ...attacks } = JSON.parse(readFileSync(file, 'utf8')) as Record<string, string[]>
  return [...blns, ...Object.values(attacks).flatMap((list) => list.filter((_text, at) => at % every === 0))]
}

const long = shared()

export const naughtyStrings = [...new Set([...own, ...long])]

/** For places that need several requests per string: our own and some of the rest. */
export const fewerNaughtyStrings = [...new Set([...own, ...long.filter((_text, at) => at % 16 === 0)])]

/** Encodes a string for an address; an unpaired surrogate is sent as the bytes other programs send. */
export function encodeNaughty(text: string): string {
  return encodeURIComponent(text.toWellFormed())
}
