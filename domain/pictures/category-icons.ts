/** Names a main category's `icon` may have; each has a drawn tile and a line icon of the same name. */
export const categoryIcons = [
  'cell',
  'coin',
  'charger',
  'phone',
  'laptop',
  'cable',
  'drill',
  'car',
  'lamp',
  'alarm',
  'gear',
  'solar',
  'gift',
] as const
