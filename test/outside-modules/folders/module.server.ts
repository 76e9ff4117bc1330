import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { defineModule } from 'anode/module'
import { declarations } from './declarations.ts'

const folderOf = (variables: Readonly<Record<string, string>>, name: string): string => {
  const folder = variables[name]
  if (folder === undefined) throw new Error(`FOLDERS_${name.toUpperCase()} is not set`)
  return folder
}

export const module = defineModule(declarations, {
  mailTransport({ variables }) {
    const folder = folderOf(variables, 'mails')
    return {
      async send({ messageId, message }) {
        await mkdir(folder, { recursive: true })
        await writeFile(join(folder, `${messageId.slice(1, messageId.indexOf('@'))}.eml`), await message())
        return { ok: true }
      },
    }
  },
  pictureStore({ variables }) {
    const folder = folderOf(variables, 'pictures')
    return {
      async read(name) {
        try {
          return await readFile(join(folder, name))
        } catch {
          return null
        }
      },
      async write(name, bytes) {
        await mkdir(folder, { recursive: true })
        await writeFile(join(folder, name), bytes)
      },
      remove: (name) => rm(join(folder, name), { force: true }),
    }
  },
})
