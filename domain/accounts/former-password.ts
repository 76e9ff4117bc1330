/**
 * Which texts are password hashes of WordPress: portable phpass until WordPress 6.8, then bcrypt of an HMAC; some plugins
 * write plain bcrypt. Pure.
 */

/** Digits of phpass, in their order. */
export const phpassDigits = './0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** Rounds as a power of two; WordPress has 13. More would only keep the processor busy. */
const [fewestRounds, mostRounds] = [7, 16]

/** Cost of bcrypt; PHP has 10 or 12. */
const [lowestCost, highestCost] = [4, 13]

/** Whether a text is a hash that `isFormerPassword` can check. */
export function isFormerHash(text: string): boolean {
  if (/^\$P\$[./0-9A-Za-z]{31}$/.test(text)) {
    const rounds = phpassDigits.indexOf(text[3]!)
    return rounds >= fewestRounds && rounds <= mostRounds
  }
  const [, cost] = /^(?:\$wp)?\$2[aby]\$(\d\d)\$[./A-Za-z0-9]{53}$/.exec(text) ?? []
  return cost !== undefined && Number(cost) >= lowestCost && Number(cost) <= highestCost
}

/** Without the white space that PHP's `trim` removes: WordPress does so before it hashes a password, and before it compares one. */
export const trimmedPassword = (password: string): string =>
  password.replaceAll(/^[ \t\n\r\0\v]+|[ \t\n\r\0\v]+$/g, '')
