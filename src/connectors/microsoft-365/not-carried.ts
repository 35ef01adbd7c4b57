import type { NotCarried } from "../carried.ts";

/** What passes without having been read. */
export const notCarried: readonly NotCarried[] = [
  {
    check: "ms.admin.global-count",
    reason: "security defaults are the item that has the tenant's name, and nothing else of them is read",
    mutants: ["step conditional-access incomplete"],
  },
  {
    check: "ms.policy.user-consent",
    reason: "a policy that was read is judged by its own conditions; others in the list say nothing of it",
    mutants: ["step consent-policies incomplete"],
  },
];
