import { expect, it } from 'vitest'
import { staffTexts } from '../../test/staff-texts.ts'
import { namedJobs } from './queues.ts'

it.each(['en', 'sv', 'no', 'da', 'de'])('the back office has a name for every queue in %s', (language) => {
  const named = Object.keys(staffTexts(language)).filter((key) => key.startsWith('queue.'))
  expect(new Set(named)).toEqual(new Set(namedJobs.map((name) => `queue.${name}`)))
})
