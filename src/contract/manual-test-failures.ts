import type { Failure } from "./open-failures.ts";

/** What may go wrong with a person's test of a check, and with accepting a failure. */
export const manualTestFailures = {
  "test-not-drawn": {
    status: 422,
    message: "Draw the sample of this check, population and size first; it cannot be chosen.",
  },
  "test-sample-empty": { status: 422, message: "Draw a sample of at least 1 item." },
  "test-item-unknown": { status: 422, message: "A result is about an item that was not drawn. Draw the sample again." },
  "test-item-twice": { status: 422, message: "An item has two results. Keep one of them." },
  "test-exceptions-open": {
    status: 422,
    message: "The test can't pass with an exception. Conclude that it fails, fix what you found and test again.",
  },
  "test-nothing-tested": {
    status: 422,
    message: "Nothing was tested, so the test can't pass. Choose “Not decided” and say why.",
  },
  "test-items-open": { status: 422, message: "Some items of the sample have no result. Test each of them first." },
  "test-without-exception": { status: 422, message: "A test fails by an exception. Record what you found." },
  "test-without-reason": { status: 422, message: "Say why the test could not be concluded." },
  "test-exhibits": {
    status: 422,
    message: "Name exhibits of this company that are not privileged. One of these is not.",
  },
  "test-exhibit-elsewhere": {
    status: 422,
    message: "Name at least 1 exhibit that is filed under this control.",
  },
  "check-not-failing": { status: 409, message: "This check isn't failing, so there is nothing to accept." },
} as const satisfies Record<string, Failure>;
