const VALID_MS = 7 * 24 * 60 * 60_000;

/** When an invitation that is sent at `now` runs out. One to an audit ends with the audit, at the latest. */
export function expiryOf(now: Date, auditEndsAt?: Date | null): Date {
  const end = now.getTime() + VALID_MS;
  return new Date(auditEndsAt ? Math.min(end, auditEndsAt.getTime()) : end);
}
