/** What modules show of a customer below the profile: `storefront/profile-block.tsx` of each, found by its name. */
import type { ComponentType } from 'react'
import { moduleParts } from '../../features/modules/module-part.tsx'

export const ProfileBlocks = moduleParts(
  import.meta.glob<{ default: ComponentType }>('../../../modules/*/storefront/profile-block.tsx', {
    eager: true,
  }),
)
