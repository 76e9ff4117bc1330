import { describe, expect, it } from 'vitest'
import { mailKinds } from '../../domain/mail/mail-kind.ts'
import { storeCodes, storePolicies, stores } from '../../domain/stores/stores.ts'
import { mailExamples } from './mail-examples.ts'

describe.each(storeCodes)('the mails of the %s store', (store) => {
  it('have an example of every kind, complete in HTML and text', async () => {
    const examples = await mailExamples(store)
    expect(Object.keys(examples).toSorted()).toEqual([...mailKinds].toSorted())
    const { iso } = stores[store]
    for (const kind of mailKinds) {
      expect(examples[kind].length, kind).toBeGreaterThan(0)
      for (const { subject, html, text } of examples[kind]) {
        expect(html, kind).toContain(`lang="${iso}"`)
        for (const part of [subject, html.replaceAll(/<style[\s\S]*?<\/style>/g, ''), text]) {
          expect(part.trim(), kind).not.toBe('')
          // Neither a value that was not filled in nor one that does not exist.
          expect(part, kind).not.toMatch(/[{}]|undefined|NaN|Invalid Date|\[object/)
        }
        expect(text, kind).toContain(storePolicies[store].company.email)
      }
    }
  })
})
