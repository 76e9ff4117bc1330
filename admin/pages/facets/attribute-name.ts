/** What staff call an attribute. Pure. */

interface Attribute {
  code: string
  /** Null: it has none. */
  unit: string | null
  /** By language. */
  names: Readonly<Partial<Record<string, string>>>
}

/**
 * The name in the language of the person. English has no store, and so no names: the code in plain letters, without the
 * unit that ends many codes (`length_mm` in mm → "Length").
 */
export function attributeName({ code, unit, names }: Attribute, language: string): string {
  const ending = `_${unit?.toLowerCase()}`
  return names[language] ?? plainCode(code.endsWith(ending) ? code.slice(0, -ending.length) : code)
}

const initialisms = new Set(['ansi', 'cca', 'ean', 'iec', 'ip', 'led', 'oem', 'usb'])

/** `usb_c` → "USB c". */
export function plainCode(code: string): string {
  const text = code
    .split('_')
    .map((word) => (initialisms.has(word) ? word.toUpperCase() : word))
    .join(' ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}
