/**
 * `free_from` → `freeFrom`. Names of columns and of settings were written with underscores: saved views, links and scripts
 * still have them.
 */
export const camelCase = (names: string): string =>
  names.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
