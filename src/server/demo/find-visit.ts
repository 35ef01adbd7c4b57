import { sqlState } from "../app-error.ts";
import type { DemoSession } from "./demo-session.ts";
import type { DemoParts } from "./parts.ts";

/** The visit a request's cookies name; "ended" when it is over, undefined when they name none. */
export async function findVisit(
  { origin, cookies, visits, names }: DemoParts,
  cookie: string | undefined,
): Promise<DemoSession | "ended" | undefined> {
  const pass = cookies.read(cookie);
  if (!pass) return undefined;
  const { endOf, isCurrent } = await names();
  const endsAt = endOf(pass.database);
  if (endsAt === undefined || endsAt <= origin.now() || !isCurrent(pass.database)) {
    await visits.close(pass.database);
    return "ended";
  }
  try {
    return await (visits.find(pass.database) ?? visits.open(pass.database, pass.kind, endsAt));
  } catch (error) {
    if (sqlState(error) === "3D000") return "ended";
    throw error;
  }
}
