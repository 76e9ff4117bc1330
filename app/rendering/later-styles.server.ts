/**
 * The styles are two sheets (decision 150): one that every document waits for, and one for
 * what home, listings and products do not show at first.
 */
export { laterStyles } from 'virtual:later-styles'

const pagesOfFirstStyles = /^(?:index|product|product-category|(?:search|brand|tag)-\w+)$/

/** Whether the server's markup of a route needs the first sheet only. */
export const hasFirstStylesOnly = (routeId: string | undefined): boolean =>
  routeId !== undefined && pagesOfFirstStyles.test(routeId)
