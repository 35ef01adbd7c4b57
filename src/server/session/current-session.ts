import type { SecondFactors } from "../auth/second-factors/second-factors.ts";
import type { Sessions } from "../auth/sessions/sessions.ts";
import { askAs } from "../db/as-caller.ts";
import type { Databases } from "../db/connections.ts";
import type { HandlersOf } from "../endpoints/handler.ts";
import type { Session } from "../endpoints/session.ts";

interface Deps {
  readonly databases: Pick<Databases, "user">;
  readonly sessions: Pick<Sessions, "read" | "readAwaiting">;
  readonly secondFactors: Pick<SecondFactors, "methodsOf">;
  readonly demoEndsAt: Date | undefined;
  readonly mailbox: boolean;
}

/** Who is signed in, or what is still to be brought. Answers everybody. */
export function currentSession({
  databases,
  sessions,
  secondFactors,
  demoEndsAt,
  mailbox,
}: Deps): HandlersOf<"session">["current"] {
  return async ({ request, session: asking }) => {
    // A program has brought a token: nobody is signed in by that, but somebody may be by their cookie.
    const session = asking?.token ? await sessions.read(request.cookie) : asking;
    const facts = session && (await platformFacts(databases, session));
    if (session && facts) {
      const { userId: id, email, firstName, lastName, expiresAt, hasSecondFactor } = session;
      return {
        user: { id, email, firstName, lastName },
        expiresAt: expiresAt.toISOString(),
        secondFactor: null,
        ...facts,
        hasSecondFactor,
        demo: demoEndsAt ? { endsAt: demoEndsAt.toISOString() } : null,
        mailbox,
      };
    }
    const awaiting = await sessions.readAwaiting(request.cookie);
    return {
      user: null,
      expiresAt: null,
      secondFactor: awaiting ? await secondFactors.methodsOf(awaiting.userId) : null,
      platformAdmin: false,
      platformRole: null,
      hasSecondFactor: false,
      demo: null,
      mailbox,
    };
  };
}

/** What the installation lets an account do; undefined for one that is disabled. */
async function platformFacts(databases: Pick<Databases, "user">, session: Session) {
  const role = await askAs(databases.user, { userId: session.userId }, "app.my_platform_role", []);
  // Disabled since the session was read, a moment ago: nobody is signed in.
  if (role === "disabled") return undefined;
  return { platformAdmin: role === "admin", platformRole: role };
}
