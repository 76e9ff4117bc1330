/** The keys that the simulated carriers accept. They are public: they open nothing but the simulator. */
export const simulatedKeys = {
  postnord: { apiKey: 'simulated' },
  bring: { uid: 'shop@simulated.example', apiKey: 'simulated' },
  dhl: { apiKey: 'simulated' },
  budbee: { apiKey: 'simulated', apiSecret: 'simulated' },
  instabee: { apiKey: 'simulated', product: 'LOCKER_EXPRESS' },
} as const
