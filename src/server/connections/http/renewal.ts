import { CredentialsRefused } from "#connectors/http.ts";
import type { Authorizer } from "./authorizer.ts";

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
export function openRenewal(authorizer: Pick<Authorizer, "refresh">): Renewal {
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
      refreshing ??= authorizer.refresh();
      const fresh = used === 0 && (await refreshing);
      if (!fresh) {
        refused ??= new CredentialsRefused(reason);
        throw refused;
      }
      generation = 1;
    },
  };
}
