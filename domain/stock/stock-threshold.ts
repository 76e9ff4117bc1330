/** Units below which a product is listed as short, where staff have set no threshold of its own. */
export const usualThreshold = 5
