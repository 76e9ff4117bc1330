/** A picture's address with its own size in pixels; `key` derives the other sizes (domain/pictures). */
export interface Picture {
  url: string
  width: number
  height: number
  key: string
  alt: string
}
