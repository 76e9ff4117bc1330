/**
 * Cards of modules in named places of pages: `staff/PLACE-card.tsx` of each, found by its name and loaded when the place is
 * shown. What fails in one is reported under its module, and the page shows the rest. One whose file is gone is tried again
 * for the next object.
 */
import { Suspense, type ComponentType } from 'react'
import { useSession } from '../session.ts'
import { ModuleBoundary } from './module-boundary.tsx'
import { lazyFile } from './module-files.ts'

/** Permission → codes of the stores in which the person holds it; what is not held is absent. */
export type StaffPermissions = Readonly<Record<string, readonly string[]>>

/** What a card on the page of an order gets: `staff/order-card.tsx` exports a component as default. */
export interface OrderCardProps {
  /** Its number. */
  order: string
  store: string
  permissions: StaffPermissions
}

/** On the page of a product, which is of all stores: `staff/product-card.tsx`, likewise. */
export interface ProductCardProps {
  sku: string
  /** The stores that sell it. */
  stores: readonly string[]
  permissions: StaffPermissions
}

/** On the page of a customer: `staff/customer-card.tsx`, likewise. */
export interface CustomerCardProps {
  /** Id of the account. */
  customer: number
  /** In which the account was opened. */
  store: string
  permissions: StaffPermissions
}

/** For each company of a customer, on the customer's page: `staff/company-card.tsx`, likewise. */
export interface CompanyCardProps {
  company: number
  store: string
  permissions: StaffPermissions
}

/** Below the tasks of To do: `staff/todo-card.tsx`, likewise. */
export interface TodoCardProps {
  /** The store whose tasks are shown; null: all. */
  store: string | null
  permissions: StaffPermissions
}

interface Places {
  order: OrderCardProps
  product: ProductCardProps
  customer: CustomerCardProps
  company: CompanyCardProps
  todo: TodoCardProps
}

type ModuleCard = ComponentType<Readonly<Record<string, unknown>>>

const files = import.meta.glob<{ default: ModuleCard }>(
  '../../modules/*/staff/{order,product,customer,company,todo}-card.tsx',
)

/** Place → its cards. */
const cards = Map.groupBy(
  Object.entries(files).map(([path, load]) => ({
    place: path.slice(path.lastIndexOf('/') + 1, -'-card.tsx'.length),
    module: path.split('/').at(-3)!,
    card: lazyFile(load),
  })),
  ({ place }) => place,
)

/** The cards of a place. `of`: what the page is about; a card of another object is another one. */
export function ModuleCards<Place extends keyof Places>({
  place,
  of,
}: {
  place: Place
  of: Omit<Places[Place], 'permissions'>
}) {
  const { grants } = useSession()
  return (cards.get(place) ?? []).map(({ module, card }) => {
    const Card = card()
    return (
      <ModuleBoundary key={`${module} ${JSON.stringify(of)}`} module={module}>
        <Suspense>
          <Card {...of} permissions={grants} />
        </Suspense>
      </ModuleBoundary>
    )
  })
}
