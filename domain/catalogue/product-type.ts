/** Product types as the API numbers them (ENTITY-12). */
export const productTypes = { Any: 0, Standard: 1, Variant: 2, SET: 3, GiftCard: 4 } as const
