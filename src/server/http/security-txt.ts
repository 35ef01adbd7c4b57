const DAY_MS = 24 * 60 * 60_000;
/** RFC 9116 asks for less than a year. */
const GOOD_FOR_DAYS = 180;

/**
 * /.well-known/security.txt (RFC 9116): where to report a weakness. The operator's address where one is set, else the contact
 * form. It expires half a year after the day it is asked for.
 */
export function securityTxt(appUrl: string, supportEmail: string | undefined, now: Date): string {
  const today = Math.floor(now.getTime() / DAY_MS) * DAY_MS;
  return [
    `Contact: ${supportEmail === undefined ? `${appUrl}/contact` : `mailto:${supportEmail}`}`,
    `Expires: ${new Date(today + GOOD_FOR_DAYS * DAY_MS).toISOString()}`,
    "Preferred-Languages: en",
    `Canonical: ${appUrl}/.well-known/security.txt`,
    "",
  ].join("\n");
}
