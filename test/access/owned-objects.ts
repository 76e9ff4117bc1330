/** What modules bring; each adds its own by interface merging, and creates it in `owned` of its tests. */
export interface ObjectsOfModules {}

/** Everything of a customer that somebody else could ask for. */
export interface OwnedObjects extends ObjectsOfModules {
  email: string
  order: string
  orderToken: string
  /** Number of the order's invoice. */
  invoice: string
  labelToken: string
  /** Id of a photo of the first return. */
  picture: string
  /** Id of an open session. */
  session: string
  passkey: string
  /** Account id of a person of the company that the customer administers: the customer. */
  person: string
  /** Id of an open invitation to that company. */
  invitation: string
  savedCart: string
  /** A login token that was used. */
  usedToken: string
  /** A checkout that the customer filled in while logged in; a new one each time it is asked for. */
  checkout: string
}
