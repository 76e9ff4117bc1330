/** Class names of a style sheet; the shop's build has types of its own. */
declare module '*.module.css' {
  const names: Readonly<Record<string, string>>
  export default names
}
