/** Patterns of SQL's `like` for a text as it was typed: its `%`, `_` and `\` stand for themselves. Pure. */

const escaped = (text: string): string => text.replaceAll(/[\\%_]/g, String.raw`\$&`)

export const beginningWith = (text: string): string => `${escaped(text)}%`
export const containing = (text: string): string => `%${escaped(text)}%`
