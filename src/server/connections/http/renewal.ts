import { CredentialsRefused, RequestFailed } from "#connectors/http.ts";
import type { Authorizer } from "./authorizer.ts";
import { redactorOf } from "./redactor.ts";

/** What happens after a 401: fresh credentials once in a run, however many requests were refused at the same time. */
export interface Renewal {
  /** Which credentials a request is about to use; throws `CredentialsRefused` where there are none any more. */
  generation(): number;
  /**
   * Comes back when there are newer credentials than those of `used`. Throws `CredentialsRefused` with `reason` where there are none;
   * from then on nothing is sent.
   */
  after(used: number, reason: string): Promise<void>;
}

/** The renewal of one run. */
export function openRenewal(authorizer: Authorizer): Renewal {
  let refreshing: Promise<boolean> | undefined;
  let generation = 0;
  let refused: CredentialsRefused | undefined;
  return {
    generation: () => {
      if (refused) throw refused;
      return generation;
    },
    after: async (used, reason) => {
      if (used < generation) return;
      refreshing ??= askForCredentials(authorizer, () => authorizer.refresh());
      const fresh = used === 0 && (await refreshing);
      if (!fresh) {
        refused ??= new CredentialsRefused(reason);
        throw refused;
      }
      generation = 1;
    },
  };
}

/**
 * Does something with credentials. What goes wrong there, other than a refusal, is thrown as `RequestFailed` without secrets: the
 * message of an unforeseen error may quote what was sent to get them.
 */
export async function askForCredentials<T>(authorizer: Authorizer, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof CredentialsRefused || error instanceof RequestFailed) throw error;
    const why = redactorOf(authorizer.secrets())(error instanceof Error ? error.message : "no reason given");
    throw new RequestFailed("failed", `no credentials could be had: ${why}`);
  }
}
