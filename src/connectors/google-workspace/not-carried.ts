import type { NotCarried } from "../carried.ts";

/** What passes without having been read. */
export const notCarried: readonly NotCarried[] = [
  {
    check: "gws.user.2sv-enrolled",
    reason: "ben is suspended, which alone says that he does not count, whatever else is told of him",
    mutants: [
      "gws.user:ben.archived null",
      "gws.user:ben.archived removed",
      "gws.user:ben.isEnrolledIn2Sv null",
      "gws.user:ben.isEnrolledIn2Sv removed",
    ],
  },
];
