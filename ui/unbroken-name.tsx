/** A name in which "4-pack", "USB-C", "12 V" and "4 AA" stay on one line. Its text, which may be copied, is unchanged. */

/** A short word after a hyphen or a number, without the first letters of a long word, which may break before them. */
const unbreakable = /(\S{1,4}-\p{L}{1,5}\b|\d \p{L}{1,3}\b)/u

export function UnbrokenName({ name }: { name: string }) {
  return name.split(unbreakable).map((part, at) =>
    at % 2 ? (
      <span key={at} className="unbroken">
        {part}
      </span>
    ) : (
      part
    ),
  )
}
