/** The kinds of notices about products: of stock, and those of modules. */
import { noticesOfModules, type Notices } from '../../modules/notices.server.ts'
import type { NoticeKind } from '../mail/mail-kind.ts'
import {
  confirmedWishes,
  dropWishes,
  hasOpenWish,
  wantNotification,
} from './stock-notification-repository.server.ts'

export const notices: Readonly<Record<NoticeKind, Notices>> = {
  stock: {
    start: (trx, request, { confirmedAt }) => wantNotification(trx, request, confirmedAt),
    isWaiting: hasOpenWish,
    list: confirmedWishes,
    drop: dropWishes,
  },
  ...noticesOfModules,
}
