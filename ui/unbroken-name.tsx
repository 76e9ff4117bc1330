/** A name in which "4-pack", "USB-C", "12 V" and "4 AA" stay on one line. Its text, which may be copied, is unchanged. */

/**
 * A word after a number and a hyphen, a short one after any word and a hyphen, and a short one after a number. Of a long
 * word before a hyphen the last letters only: it may break before them. "CR2032-knappcell" breaks after its hyphen: with
 * the last digit kept to the word, a narrow card would show a "CR203".
 */
const unbreakable = /(\b\d+-\p{L}+|\S{1,4}-\p{L}{1,5}\b|\d \p{L}{1,3}\b)/u

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
