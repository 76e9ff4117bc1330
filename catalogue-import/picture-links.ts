/** Which pictures a file may name, and how it lists several. */
import { longestSourceBytes, originalOf } from '../domain/pictures/picture-source.ts'

/** `a.jpg, b.jpg`: a comma separates links only before another link, because addresses may contain commas. */
export function splitPictureLinks(text: string): string[] {
  return text.split(/\s*,\s*(?=[a-z]+:\/\/|file:)/i).filter(Boolean)
}

/** A path below a directory: not absolute, no drive, no `..`. */
const localPicture = /^file:(?!\.\.(?:\/|$))(?!.*\/\.\.(?:\/|$))[^/\\:"<>^`{|}][^\\:"<>^`{|}]*$/i

/** Whether a feed may name the picture: an http address, or `file:` and a path. */
export function isPictureLink(text: string): boolean {
  if (new TextEncoder().encode(text).length > longestSourceBytes) return false
  if (/^file:/i.test(text)) return localPicture.test(text)
  return /^https?:\/\/[^\s"<>\\^`{|}]+$/i.test(text) && URL.canParse(text)
}

/** Whether a record may name the picture: also a drawing, and an original in the database. */
export function isRecordPicture(source: string): boolean {
  if (/^drawing:\S+$/.test(source)) return source.length <= longestSourceBytes
  if (/^https?:\/\/\S+$/.test(source)) return new TextEncoder().encode(source).length <= longestSourceBytes
  return originalOf(source) !== null || isPictureLink(source)
}
