import type { ModuleDeclarations } from '../declarations.ts'

/** Returns of delivered goods, declarations of withdrawal, and deposits of starter batteries on proof. */
export const returns = {
  name: 'returns',
  commands: ['deposit', 'return', 'withdrawal'],
  auditActions: [
    'withdrawal.close',
    'withdrawal.declare',
    'withdrawal.goods_back',
    'withdrawal.match',
    'withdrawal.reject',
    'withdrawal.reopen',
  ],
  auditObjects: { withdrawal: { section: 'section.withdrawals' } },
} as const satisfies ModuleDeclarations
