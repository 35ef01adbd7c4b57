import { asCaller } from "../db/as-caller.ts";
import type { HandlersOf } from "../endpoints/handler.ts";
import type { Databases } from "../db/connections.ts";
import type { Intake } from "../requests/intake.ts";

interface Deps {
  readonly databases: Pick<Databases, "user">;
  readonly reception: Pick<Intake, "receiveSupportMessage">;
}

/** What people who are signed in write to those who run the installation. */
export function supportHandlers({ databases, reception }: Deps): HandlersOf<"support"> {
  return {
    send: async ({ input: { subject, message, companyId }, session }) => {
      const { userId, email, firstName, lastName } = session;
      const company = await asCaller(databases.user, { userId }, (tx) =>
        tx
          .selectFrom("app.companies")
          .select("name")
          .where("id", "=", companyId ?? null)
          .executeTakeFirst(),
      );
      const name = `${firstName} ${lastName}`;
      await reception.receiveSupportMessage({ userId, name, email, subject, message, company: company?.name ?? null });
      return { received: true };
    },
  };
}
