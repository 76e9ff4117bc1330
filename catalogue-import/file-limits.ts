/** Sizes that no real file of products reaches: what is larger is refused before it fills the memory. */

/** Longest row; a file without line ends must not fill the memory. */
export const maxLineBytes = 1024 * 1024

/** More than any real file has: every row is compared with the names of its columns. */
export const mostColumns = 1000
