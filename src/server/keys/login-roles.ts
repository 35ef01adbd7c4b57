/** Roles that processes act as; each has logins of its own. The two roles that own things have none. */
export const loginRoles = [
  "app_user",
  "app_auditor",
  "app_staff",
  "app_auth",
  "app_worker",
  "app_signer",
  "app_backup",
] as const;
export type LoginRole = (typeof loginRoles)[number];
