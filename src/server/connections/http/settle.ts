import type { Manifest } from "#connectors/connector.ts";
import { RequestFailed } from "#connectors/http.ts";
import type { LineAnswer } from "../../outbound/line.ts";
import { attempt } from "./attempt.ts";
import type { OutgoingRequest } from "./authorizer.ts";
import { named } from "./denied.ts";
import { brokenWait, limitedBy, ownWait } from "./limited.ts";
import type { openPace } from "./pace.ts";
import type { openPatience } from "./patience.ts";
import type { openRenewal } from "./renewal.ts";

/** What the tries of a request go through. */
interface Ways {
  readonly attempting: Parameters<typeof attempt>[2];
  readonly pace: ReturnType<typeof openPace>;
  readonly patience: ReturnType<typeof openPatience>;
  readonly renewal: ReturnType<typeof openRenewal>;
  /** How the vendor says that it limits requests. */
  readonly limited: Manifest["limited"];
  readonly now: () => Date;
  /** At least 0 and less than 1. */
  readonly random: () => number;
}

/** Tries of one request, the first included. */
const LIMITED_TRIES = 5;
const BROKEN_TRIES = 3;

/**
 * Sends a request until nothing more can be done about it: the last answer of all tries. `shown` is the path without secrets. Throws
 * `RequestFailed` after too many broken tries, or too many that were told to wait.
 */
export async function settle(
  endpoint: string,
  request: OutgoingRequest,
  shown: string,
  { attempting, pace, patience, renewal, limited: rule, now, random }: Ways,
): Promise<LineAnswer> {
  let [limited, broken] = [0, 0];
  for (let number = 1; ; number += 1) {
    const leave = await pace.turn(endpoint, request.url.pathname);
    let used: number;
    let answer: Awaited<ReturnType<typeof attempt>>;
    try {
      used = renewal.generation();
      answer = await attempt(request, number, attempting);
    } finally {
      leave();
    }
    if ("broken" in answer) {
      broken += 1;
      if (broken >= BROKEN_TRIES) throw new RequestFailed("failed", `${answer.broken} at ${shown}`);
      await patience.wait(brokenWait(broken, random));
      continue;
    }
    const { status, headers } = answer;
    pace.note(endpoint, request.url.pathname, headers);
    if (status === 401) {
      await renewal.after(used, `${request.url.host} answered ${named(401)}`);
      continue;
    }
    const slow = limitedBy({ status, headers, body: textOf(answer) }, rule, now());
    if (slow) {
      limited += 1;
      if (limited >= LIMITED_TRIES)
        throw new RequestFailed("truncated", `${named(status)} at ${shown} after ${limited} tries`, status);
      const ms = slow.ms ?? ownWait(limited - 1, random);
      pace.hold(endpoint, ms);
      await patience.wait(ms);
      continue;
    }
    if (status >= 500 || status === 408) {
      broken += 1;
      if (broken >= BROKEN_TRIES) return answer;
      await patience.wait(brokenWait(broken, random));
      continue;
    }
    return answer;
  }
}

/** A refusal's words, as far as anybody looks into them; nothing of an answer that may be long. */
function textOf({ status, body }: LineAnswer): string {
  return status < 400 ? "" : new TextDecoder().decode(body.subarray(0, 16_384));
}
