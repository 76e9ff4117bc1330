/** A name in which "4-pack", "USB-C", "12 V" and "4 AA" stay on one line. Its text, which may be copied, is unchanged. */

/**
 * A number with a short word after a hyphen or a space, and a short word after any word and a hyphen. Of a long word
 * before a hyphen the last letters only: it may break before them. A long word after a hyphen breaks off: "CR2032-" has
 * a line, "Knopfzelle" the next.
 */
const unbreakable = /(\S*\d(?:-\p{L}{1,7}| \p{L}{1,4})\b|\S{1,4}-\p{L}{1,5}\b)/u

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
