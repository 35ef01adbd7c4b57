/**
 * The typed client and the schemas of the account forms. The page shows without them: they are half of its code, and
 * nobody needs them before the first field has the focus.
 */
export const loadAccount = () => import("./account.ts");
