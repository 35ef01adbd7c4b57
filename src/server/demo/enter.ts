import { AppError, fail, sqlState } from "../app-error.ts";
import { urlOfDatabase } from "../db/connections.ts";
import { demoAccounts } from "./accounts.ts";
import { CONNECTIONS_OF_A_SESSION } from "./demo-session.ts";
import { dropEnded, dropOrLeave, runningVisits } from "./drop.ts";
import { freshen } from "./freshen.ts";
import { leaveDemo } from "./leave.ts";
import { dayOf, VISIT_MS } from "./names.ts";
import type { DemoParts } from "./parts.ts";

const MOST_VISITS = 30;
/** An office that looks at the demo together; nobody alone keeps it from all others. */
const MOST_OF_A_NETWORK = 6;

interface Visitor {
  readonly email: string;
  readonly password: string;
  readonly cookie: string | undefined;
  readonly network: string | undefined;
}

/** Opens a visit in place of the one the cookie names. Refuses `invalid-credentials`, `demo-full` and `demo-full-for-network`. */
export async function enterDemo(parts: DemoParts, { email, password, cookie, network }: Visitor) {
  const { place, origin, cookies, visits } = parts;
  const account = demoAccounts.find(
    (account) => account.email === email.trim().toLowerCase() && account.password === password,
  );
  if (!account) return fail("invalid-credentials");
  await leaveDemo(parts, cookie);
  const { database, endsAt } = await copyTemplate(parts, origin.now(), network);
  try {
    await freshen(urlOfDatabase(place.adminUrl, database), origin.now());
    await visits.open(database, account.kind, endsAt);
  } catch (error) {
    // Nobody was given a cookie for it.
    await dropOrLeave(parts, database);
    throw error;
  }
  return { endsAt, setCookie: cookies.issue({ database, kind: account.kind }) };
}

/** Makes the database of a visit while no other process counts them. */
async function copyTemplate(
  parts: DemoParts,
  at: Date,
  network: string | undefined,
): Promise<{ database: string; endsAt: Date }> {
  const { databases, names, oneAtATime } = parts;
  const { newVisit, prefix } = await names();
  const endsAt = new Date(Math.floor((at.getTime() + VISIT_MS) / 1000) * 1000);
  const database = newVisit(endsAt, network ?? "this machine");
  await oneAtATime(() =>
    databases.alone(`${prefix}visits`, async () => {
      await refuseFull(parts, network);
      await createFromTemplate(parts, database, dayOf(at));
    }),
  );
  return { database, endsAt };
}

async function refuseFull(parts: DemoParts, network: string | undefined): Promise<void> {
  const { place, databases, names } = parts;
  const most = Math.min(place.visits ?? MOST_VISITS, await databases.capacity(CONNECTIONS_OF_A_SESSION));
  await dropEnded(parts);
  const open = await runningVisits(parts);
  if (open.length >= most) throw new AppError("demo-full", { retryAfterSeconds: 120 });
  const { isFrom } = await names();
  const mostHere = place.visitsPerNetwork ?? MOST_OF_A_NETWORK;
  if (network !== undefined && open.filter((name) => isFrom(name, network)).length >= mostHere)
    throw new AppError("demo-full-for-network", { retryAfterSeconds: 120 });
}

async function createFromTemplate({ databases, template }: DemoParts, database: string, day: number): Promise<void> {
  await databases.create(database, await template.of(day)).catch(async (error: unknown) => {
    if (sqlState(error) !== "3D000") throw error;
    // A newer version of the program has dropped the template; one more is made.
    template.forget();
    await databases.create(database, await template.of(day));
  });
}
