import { loadConfig } from "../app/config.ts";
import { beginNextSecret } from "../keys/secret-key.ts";
import { alone, withAdministrator } from "../vault/administrator.ts";
import type { Secrets } from "../keys/secrets.ts";
import { turnOver } from "../vault/turn-over.ts";
import { ProcessBehind, waitForProcesses } from "../vault/wait-for-processes.ts";
import { withInstance } from "../app/instance.ts";
import type { Command } from "./main.ts";

export const rotateKeys: Command = {
  name: "rotate-keys",
  usage: "rotate-keys [--secret-key]",
  does: "Gives every key a new version and every database role a new login, while the server runs. With --secret-key it also replaces the SECRET_KEY that Exhibit generated. If it is interrupted, run it again.",
  run: async ([option, ...more], out) => {
    if (more.length > 0 || (option !== undefined && option !== "--secret-key")) {
      out("Say rotate-keys, or rotate-keys --secret-key.");
      return 2;
    }
    if (option !== undefined) {
      const { dataDir, secretIsGenerated } = loadConfig();
      if (!secretIsGenerated) {
        out(
          "SECRET_KEY is set by you. Set a new SECRET_KEY, the old one as SECRET_KEY_PREVIOUS, and restart each process.",
        );
        return 2;
      }
      beginNextSecret(dataDir);
    }
    return await withInstance((instance) => rotate(instance.adminUrl, loadConfig().secrets, instance.now, out));
  },
};

/** Turns keys and logins over and says what came of it; answers with the exit code. */
export async function rotate(
  adminUrl: string,
  secrets: Secrets,
  now: () => Date,
  out: (line: string) => void,
): Promise<number> {
  try {
    const { rewrapped, unopened } = await withAdministrator(adminUrl, (client) =>
      alone(client, () =>
        turnOver(client, secrets, {
          now,
          waitForProcesses: (generation) => waitForProcesses(client, generation, now),
        }),
      ),
    );
    out(`Every key has a new version and every role a new login. Wrapped ${rewrapped} values anew.`);
    if (unopened > 0) out(`Values that no key opens, before as now: ${unopened}. They stay as they are.`);
    return 0;
  } catch (error) {
    if (!(error instanceof ProcessBehind)) throw error;
    out(error.message);
    return 1;
  }
}
