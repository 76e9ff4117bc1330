import type { ModuleDeclarations } from 'anode/module'

export const declarations = {
  name: 'folders',
  mailTransport: { variables: { mails: 'required' } },
  pictureStore: { variables: { pictures: 'required' } },
} as const satisfies ModuleDeclarations
