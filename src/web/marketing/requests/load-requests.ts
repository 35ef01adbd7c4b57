/**
 * The typed client and the schemas of the public forms. The page shows without them: nobody needs them before the first
 * field has the focus.
 */
export const loadRequests = () => import("./requests.ts");
