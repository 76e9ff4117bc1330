/** Most characters of what the page of a product says to search engines, and where its link is shared. Pure. */
export const longestSeoTitle = 255
export const longestSeoDescription = 1000
