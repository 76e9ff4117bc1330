/** The keys that the simulated carriers accept. They are public: they open nothing but the simulator. */
export const simulatedKeys = {
  postnord: { apiKey: 'simulated', applicationId: 1438, customer: '20000001' },
  bring: { uid: 'shop@simulated.example', apiKey: 'simulated', customer: '10000001' },
  dhl: {
    apiKey: 'simulated',
    username: 'simulated',
    password: 'simulated',
    billingNumber: '33333333330101',
    internationalBillingNumber: '33333333335301',
    returnReceiver: 'anode',
  },
  budbee: { apiKey: 'simulated', apiSecret: 'simulated', collectionId: 4711 },
  instabee: { apiKey: 'simulated', product: 'LOCKER_EXPRESS' },
} as const
