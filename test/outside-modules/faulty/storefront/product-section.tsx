/** Fails on the server and in the browser. */
export default function FaultySection(): never {
  throw new Error('the section fails')
}
