/** Written by vite-style-sheets.ts. */
declare module 'virtual:later-styles' {
  /** Address of the style sheet that home, listings and products load after their first paint. */
  export const laterStyles: string
}
