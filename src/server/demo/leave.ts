import { dropOrLeave } from "./drop.ts";
import type { DemoParts } from "./parts.ts";

/** Ends the visit the cookies name; answers with the cookie that forgets it, and undefined when they name none. */
export async function leaveDemo(parts: DemoParts, cookie: string | undefined): Promise<string | undefined> {
  const pass = parts.cookies.read(cookie);
  if (!pass) return undefined;
  await dropOrLeave(parts, pass.database);
  return parts.cookies.clear;
}
