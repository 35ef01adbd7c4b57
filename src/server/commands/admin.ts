import { grantPlatformAdmin, revokePlatformAdmin } from "../platform/platform-admins.ts";
import { withInstance } from "../app/instance.ts";
import type { Command } from "./main.ts";

type Instance = Parameters<typeof grantPlatformAdmin>[0];

export const admin: Command = {
  name: "admin",
  usage: "admin grant EMAIL | admin revoke EMAIL",
  does: "Makes the account of EMAIL a platform admin, who runs this instance and never sees a company's evidence, or takes that away. Works at once, also while the server runs.",
  run: async ([verb, email, ...more], out) => {
    if ((verb !== "grant" && verb !== "revoke") || !email || more.length > 0) {
      out("Say what to do and for whom: admin grant EMAIL, or admin revoke EMAIL");
      return 2;
    }
    return await withInstance((instance) => changeAdmin(instance, verb, email, out));
  },
};

/** Grants or revokes and prints what came of it; answers with the exit code. */
export async function changeAdmin(
  instance: Instance,
  verb: "grant" | "revoke",
  email: string,
  out: (line: string) => void,
): Promise<number> {
  const done = await (verb === "grant" ? grantPlatformAdmin : revokePlatformAdmin)(instance, email);
  if (done === "unknown") {
    out(`No account has the address ${email}. The person has to sign up and confirm it first.`);
    return 1;
  }
  out(sentences[verb][done === "already" ? "already" : "done"](email));
  return 0;
}

const NEEDS =
  "Running this instance needs a second factor: the Admin Panel opens once they have set one up under Profile, or signed in with the one they have.";

const sentences = {
  grant: {
    done: (email: string) => `${email} is a platform admin now. ${NEEDS}`,
    already: (email: string) => `${email} is a platform admin already. ${NEEDS}`,
  },
  revoke: {
    done: (email: string) => `${email} is no longer a platform admin.`,
    already: (email: string) => `${email} is not a platform admin. Nothing was changed.`,
  },
} as const;
