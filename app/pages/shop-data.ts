/** schema.org data of the shop itself: the company, and its search action. Rendered on home. */
import { openStoreCodes } from '../../domain/stores/open-stores.ts'
import { storePolicies, stores, type Store } from '../../domain/stores/stores.ts'
import { storePng } from '../../domain/stores/web-manifest.ts'
import { links } from '../links.ts'

interface Place {
  store: Store
  /** Origin without a trailing slash. */
  publicUrl: string
}

/** The store's company as structured data. */
export function organizationId({ store, publicUrl }: Place): string {
  return `${publicUrl}${links.home(store.code)}#organization`
}

export function shopData(place: Place): object[] {
  const { store, publicUrl } = place
  const company = storePolicies[store.code].company
  const address = publicUrl + links.home(store.code)
  const picture = storePng(store.code)
  return [
    {
      '@context': 'https://schema.org',
      '@type': 'OnlineStore',
      '@id': organizationId(place),
      name: store.brand,
      legalName: company.name,
      url: address,
      ...(picture !== null && { logo: publicUrl + picture }),
      email: company.email,
      telephone: store.phoneNumber,
      vatID: company.vatNumber,
      address: {
        '@type': 'PostalAddress',
        streetAddress: company.street,
        postalCode: company.postalCode,
        addressLocality: company.city,
        addressCountry: store.countryCode,
      },
      areaServed: store.countryCode,
      sameAs: openStoreCodes()
        .filter((code) => code !== store.code)
        .map((code) => `${publicUrl}${links.home(stores[code].code)}`),
    },
    {
      '@context': 'https://schema.org',
      '@type': 'WebSite',
      '@id': `${address}#website`,
      url: address,
      name: store.brand,
      inLanguage: store.iso,
      publisher: { '@id': organizationId(place) },
      potentialAction: {
        '@type': 'SearchAction',
        target: {
          '@type': 'EntryPoint',
          urlTemplate: `${publicUrl}${links.search(store.code, '')}?query={search_term_string}`,
        },
        'query-input': 'required name=search_term_string',
      },
    },
  ]
}
