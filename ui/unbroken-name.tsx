/** A name in which "4-pack", "USB-C", "12 V" and "4 AA" stay on one line. Its text, which may be copied, is unchanged. */

/** A short word after a hyphen, or after a number. */
const unbreakable = /(\S{0,4}-\p{L}{1,5}\b|\d \p{L}{1,3}\b)/u

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
