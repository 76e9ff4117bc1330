/** Files of modules, loaded when they are shown. */
import { lazy, type ComponentType, type LazyExoticComponent } from 'react'

/** A file could not be loaded: usually a deployment has replaced it since the page was opened. No fault of its module. */
export class FileNotLoaded extends Error {
  override name = 'FileNotLoaded'
}

/** Loads a file; rejects with `FileNotLoaded`. */
export async function loadFile<File>(load: () => Promise<File>): Promise<File> {
  try {
    return await load()
  } catch (cause) {
    throw new FileNotLoaded('a file of a module could not be loaded', { cause })
  }
}

/** The component of a file: the same one until it could not be loaded, and then another, which tries again. */
export function lazyFile<Props>(
  load: () => Promise<{ default: ComponentType<Props> }>,
): () => LazyExoticComponent<ComponentType<Props>> {
  let current: LazyExoticComponent<ComponentType<Props>> | undefined
  const open = async () => {
    try {
      return await loadFile(load)
    } catch (error) {
      current = undefined
      throw error
    }
  }
  return () => (current ??= lazy(open))
}
