/** The manifests of all modules, by name. Imported by server and CLI alone. */
import type { ModuleManifest } from '../sdk/module.ts'
import { modules } from '../modules/modules.ts'

export const manifests: ReadonlyMap<string, ModuleManifest> = new Map(
  await Promise.all(
    modules.map(async ({ name }) => {
      const { module } = (await import(`../modules/${name}/module.server.ts`)) as { module: ModuleManifest }
      return [name, module] as const
    }),
  ),
)
