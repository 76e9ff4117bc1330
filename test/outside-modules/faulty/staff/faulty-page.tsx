export function Component(): never {
  throw new Error('the page fails')
}
