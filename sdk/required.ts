/** A value that is there because the settings were checked when they were read; throws where it is not. */
export function required(values: Readonly<Record<string, string>>, name: string): string {
  const value = values[name]
  if (value === undefined) throw new Error(`the account has no ${name}`)
  return value
}
