/** The mini cart; its place in the chrome. */
export function CartDrawer() {
  return null
}
