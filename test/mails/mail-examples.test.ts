import { describe, expect, it } from 'vitest'
import type { ModuleDeclarations } from '../../modules/declarations.ts'
import { mailKinds as all } from '../../domain/mail/mail-kind.ts'
import { isMailTemplate } from '../../domain/mail/mail-templates.ts'
import { storeCodes, storePolicies, stores } from '../../domain/stores/stores.ts'
import { outside } from '../../modules/outside.generated.ts'
import { mailTemplates } from '../../server/jobs/mails/mail-templates.ts'
import { mailExamples, sampleData } from './mail-examples.ts'

/** Modules from outside show their own. */
const mailKinds = all.filter((kind) => !outside.some(({ mails = {} }: ModuleDeclarations) => kind in mails))

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
        // "12 kr." at the end of a Danish sentence has no second full stop.
        expect(text, kind).not.toMatch(/\.\.|[,.:]{2}/)
      }
    }
  })

  it('are each a kind of one template, which has a sample of everything that it makes', async () => {
    const ofTemplates = await Promise.all(
      [...mailTemplates].map(async ([name, { samples }]) => ({
        name,
        kinds: Object.keys(await samples(sampleData(store))),
      })),
    )
    const kinds = ofTemplates.flatMap((template) => template.kinds)
    expect(kinds.toSorted()).toEqual([...mailKinds].toSorted())
    const declared = ofTemplates.filter(({ name }) => isMailTemplate(name))
    expect(declared.filter((template) => template.kinds.length === 0)).toEqual([])
  })

  it('are signed once, with the register number that the countries ask of letters', async () => {
    const { company } = storePolicies[store]
    for (const [kind, mails] of Object.entries(await mailExamples(store)))
      for (const { html, text } of mails) {
        const paragraphs = text.trim().split('\n\n')
        expect(paragraphs.at(-1), kind).toContain(company.name)
        expect(paragraphs.at(-1), kind).toContain(company.register)
        expect(html, kind).toContain(company.register)
        expect(paragraphs, kind).not.toContain(stores[store].brand)
      }
  })

  it('are signed on a sheet with the brand, in dark colours of their own, with one button at most', async () => {
    for (const [kind, mails] of Object.entries(await mailExamples(store)))
      for (const { html } of mails) {
        const classes = [...html.matchAll(/class="([^"]+)"/g)].map(([, name]) => name)
        for (const needed of ['page', 'sheet', 'quiet']) expect(classes, kind).toContain(needed)
        expect(classes.filter((name) => name === 'button').length, kind).toBeLessThanOrEqual(1)
        expect(html, kind).toMatch(/<meta name="color-scheme" content="light dark"\/?>/)
        expect(html, kind).toContain('prefers-color-scheme: dark')
        expect(html, kind).toContain(stores[store].brand)
      }
  })

  it('go on after the greeting as its punctuation asks', async () => {
    for (const [kind, mails] of Object.entries(await mailExamples(store)))
      for (const { text } of mails) {
        const [greeting = '', next = ''] = text.split(/\n+/)
        // After a comma a sentence goes on in lower case; German writes the formal address with a capital.
        const goesOn = greeting.endsWith(',') ? /^(?:\p{Ll}|Ihre?\b|Sie\b)/u : /^[^\p{Ll}]/u
        expect(next, kind).toMatch(goesOn)
      }
  })

  it('write postal codes as the country does', async () => {
    const shown = { sv: '123 45 Luleå', no: '12345 Luleå', da: '12345 Luleå', de: '12345 Luleå' }[store]
    const {
      'order-confirmation': [confirmation],
      'order-shipped': shipped,
    } = await mailExamples(store)
    expect(confirmation?.text).toContain(shown)
    expect(confirmation?.html).toContain(shown)
    if (store === 'sv') expect(shipped.at(-1)?.text).toContain('Hamngatan 9, 111 47 Stockholm')
  })
})
