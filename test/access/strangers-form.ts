/** What a stranger who tries to pay somebody's checkout would send. */
export const strangersForm = {
  customerType: 'private',
  email: 'fremling@exempel.se',
  phone: '070-123 45 67',
  firstName: 'Frida',
  lastName: 'Främling',
  identityNumber: '811228-9874',
  address: 'Storgatan 1',
  postalCode: '123 45',
  city: 'Luleå',
  shippingMethod: 'budbee-home',
  acceptTerms: true,
  total: 1,
}
