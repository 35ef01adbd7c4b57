import type { Exception, ExceptionKind } from "./exceptions.ts";

/** For fixtures: a decision that another person approved and that lasts until March 1, 2027. */
export const exceptionFor = (kind: ExceptionKind, subject: string, said: Partial<Exception> = {}): Exception => ({
  kind,
  subject,
  record: "APV-7",
  reason: "It is so on purpose",
  askedBy: "Ada Park",
  approvedBy: "Grace Yoo",
  another: true,
  approvedOn: "2026-11-01",
  until: "2027-03-01",
  ...said,
});
