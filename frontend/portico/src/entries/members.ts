// Sign-in and the session, the account, calls that need a session, the notice about cookies.

export {
  getSupplier,
  getSuppliers,
  type SupplierDetail,
  type SupplierList,
  type SupplierQuery,
  type SupplierSummary,
} from '#/api/calls.ts'
export { session } from '#/app/session-part.ts'
export { type SupplierStatus, supplierStatusValues } from '#/enumerations/supplier-status.gen.ts'
export { useAccountDialog } from '#/features/account/use-account-dialog.ts'
export { FeishuFailed } from '#/features/feishu/feishu-failed.tsx'
export { type Feishu, OutsideFeishu, useFeishu } from '#/features/feishu/use-feishu.ts'
export { LoginForm } from '#/features/login/login-form.tsx'
export { PrivacyNotice } from '#/features/notice/privacy-notice.tsx'
export { currentSession, RELOAD_DELAY_MS, restoreSession, type Session, signOut, useSession } from '#/state/session.ts'
