import type { Failure } from "./open-failures.ts";

/** What may go wrong with links of staff. */
export const staffFailures = {
  "staff-nobody": {
    status: 422,
    message:
      "Nobody was sent a link. People need a work email in the register and must not have left; one address gets at most 5 a day.",
  },
  "training-other-file": {
    status: 422,
    message:
      "This is not the file that is on file under that number. File it as evidence first, and choose the same file.",
  },
  "quiz-answered": { status: 409, message: "This quiz was answered already. Your page shows what came of it." },
} as const satisfies Record<string, Failure>;
