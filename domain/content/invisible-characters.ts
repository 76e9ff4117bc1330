/**
 * Characters that nobody sees: they turn the direction of text or have no width, so that a name looks like another
 * one, or like none (Unicode TR 36, "Bidirectional Text Spoofing" and "Default Ignorable Code Points"). Pure.
 */
const invisible =
  /[\u00ad\u061c\u115f\u1160\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufeff\uffa0\u{e0000}-\u{e007f}]/u

/** Whether a text has such a character. */
export const hasInvisible = (text: string): boolean => invisible.test(text)
