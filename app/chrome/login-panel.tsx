/** The login panel; its place in the chrome. */
export function LoginPanel() {
  return null
}
