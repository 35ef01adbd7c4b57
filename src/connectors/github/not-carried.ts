import type { NotCarried } from "../carried.ts";

/** What passes all the same when it is changed, and why it may. */
export const notCarried: readonly NotCarried[] = [
  {
    check: "gh.org.outside-collaborators",
    reason: "a decision of two people lets this collaborator write, so that what GitHub shows of it is not asked",
    mutants: ["github.collaborator:9001@1.canWrite null", "github.collaborator:9001@1.canWrite removed"],
  },
];
