/** The shop's database as modules from outside have it. */

/** The shop's database, or a transaction of it: for the functions here, and for a module's own tables (`tablesOf`). */
export interface ShopDatabase {
  readonly isTransaction: boolean
}
