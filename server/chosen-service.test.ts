import { expect, it } from 'vitest'
import type { ModuleDeclarations } from '../modules/declarations.ts'
import { readChosenService } from './chosen-service.ts'
import { readConfig } from './config.ts'
import { ConfigError } from './config-error.ts'

const postOffice: ModuleDeclarations = {
  name: 'post-office',
  mailTransport: { variables: { token: 'required', region: 'optional' } },
}
const other: ModuleDeclarations = { name: 'acme', mailTransport: {} }
const read = (env: Record<string, string>, ...known: ModuleDeclarations[]) =>
  readChosenService(env, 'mailTransport', known)

it('a module sends the mails where the variable names it, with its own variables', () => {
  const env = { MAIL_TRANSPORT: 'post-office', POST_OFFICE_TOKEN: 't', POST_OFFICE_OTHER: 'x' }
  expect(read(env, postOffice)).toEqual({ module: 'post-office', variables: { token: 't' } })
  expect(read({ POST_OFFICE_TOKEN: 't' }, postOffice)).toBeNull()
})

it('a start is refused where two modules bring the same, where none does, and without a required variable', () => {
  const refusals = [
    [[{}, postOffice, other], 'The modules post-office and acme both bring a mail transport'],
    [[{ MAIL_TRANSPORT: 'acme' }, postOffice], 'MAIL_TRANSPORT must be post-office'],
    [[{ MAIL_TRANSPORT: 'acme' }], 'MAIL_TRANSPORT must be unset: no module brings a mail transport.'],
    [[{ MAIL_TRANSPORT: 'post-office' }, postOffice], 'POST_OFFICE_TOKEN is required'],
  ] as const
  for (const [[env, ...known], words] of refusals) {
    expect(() => read(env, ...known)).toThrow(ConfigError)
    expect(() => read(env, ...known)).toThrow(words)
  }
  expect(() => readConfig({ PICTURE_STORE: 'acme' })).toThrow('no module brings a picture store')
})
