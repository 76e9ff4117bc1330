/** Which shelf fills the season's carousel on the home page. */

/**
 * October to March shows products for the cold, the rest of the year products for travelling. `month`: 1 to
 * 12.
 */
export function seasonShelf(
  month: number,
): { title: 'home.season'; shelf: 'cold' } | { title: 'home.season_travel'; shelf: 'travel' } {
  return month >= 10 || month <= 3
    ? { title: 'home.season', shelf: 'cold' }
    : { title: 'home.season_travel', shelf: 'travel' }
}
