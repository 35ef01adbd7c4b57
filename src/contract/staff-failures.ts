import type { Failure } from "./open-failures.ts";

/** What may go wrong with links of staff. */
export const staffFailures = {
  "staff-nobody": {
    status: 422,
    message:
      "Nobody was sent a link. People need a work email in the register and must not have left; one address gets at most 5 a day.",
  },
  "staff-unvouched": {
    status: 422,
    message:
      "Nobody was sent a link, because nobody has confirmed these email addresses. Ask another owner or admin to confirm them in People, or connect a directory that lists them.",
  },
  "staff-address-own": {
    status: 403,
    message: "You wrote this address yourself. Another owner or admin confirms it.",
  },
  "staff-address-changed": {
    status: 409,
    message: "This address was changed meanwhile. Reload the list and look at it again.",
  },
  "training-other-file": {
    status: 422,
    message:
      "This is not the file that is on file under that number. File it as evidence first, and choose the same file.",
  },
  "quiz-answered": { status: 409, message: "This quiz was answered already. Your page shows what came of it." },
} as const satisfies Record<string, Failure>;
