import { controlOfCheck, resultValidForDays } from "#catalog/index.ts";
import { flag, instant, integerFrom, listOf, matching, oneOf, orNull, text } from "#domain/judge/shapes.ts";
import type { PartsAnswer, RegistersQuestion } from "#domain/judge/contract.ts";
import { recordStates } from "#domain/registers/register.ts";
import { REGISTER_ASPECT, SNAPSHOT_FORMAT } from "#domain/registers/snapshot.ts";
import type { SnapshotManifest, SnapshotPage } from "#domain/registers/snapshot.ts";
import { each, eachOnce, holding, is } from "../fields.ts";
import type { Reader } from "../fields.ts";
import { adminsListed, onePersonEach } from "./accounts.ts";
import { actionsOnTime } from "./actions-on-time.ts";
import { ownerNamed } from "./owner-named.ts";
import { judgePolicies } from "./policies.ts";
import { registersOf } from "./registers.ts";
import type { RegisterInputs, RegisterVerdict } from "./registers.ts";
import { judgeTraining } from "./training.ts";
import { screenedBeforeAccess } from "./screened-before-access.ts";

const DAY_MS = 86_400_000;

/** The checks of the library that registers answer, each with the registers of which one must be in use before it is asked. */
export const registerChecks: Readonly<
  Record<string, { readonly asks: readonly string[]; readonly judge: (inputs: RegisterInputs) => RegisterVerdict }>
> = {
  "oversight.owner-named": { asks: ["roles"], judge: ownerNamed },
  "oversight.actions-on-time": { asks: ["actions"], judge: actionsOnTime },
  "people.screened-before-access": { asks: ["screenings"], judge: screenedBeforeAccess },
  "privilege.admins-listed": { asks: ["approvals"], judge: adminsListed },
  "accounts.one-person-each": { asks: ["people"], judge: onePersonEach },
};

/** Those that need accounts of connected systems: without them they say nothing, because their parts are not read either way. */
const OF_ACCOUNTS = new Set(["privilege.admins-listed", "accounts.one-person-each"]);

/** Those that ask for more than registers hold yet: what speaks against a check is said, and nothing holds back what else passes it. */
const AGAINST_ONLY = new Set(["oversight.actions-on-time", "people.screened-before-access"]);

const sha256 = is(matching(/^[0-9a-f]{64}$/));
const value: Reader = (given, at) => {
  const isPlain = typeof given === "string" || typeof given === "boolean" || Number.isSafeInteger(given);
  if (isPlain || listOf(text)(given)) return undefined;
  return holding({ sha256 })(given, at);
};
const fields: Reader = (given, at) => {
  if (typeof given !== "object" || given === null || Array.isArray(given)) return at;
  for (const [name, held] of Object.entries(given)) {
    const wrong = value(held, `${at}.${name}`);
    if (wrong !== undefined) return wrong;
  }
  return undefined;
};
const orNothing =
  (reader: Reader): Reader =>
  (given, at) =>
    given === null ? undefined : reader(given, at);

const shape = holding({
  instant: is(instant),
  input: holding({
    snapshot: holding({
      format: is(oneOf(SNAPSHOT_FORMAT)),
      takenAt: is(instant),
      registers: eachOnce(
        "key",
        holding({
          key: is(text),
          count: is(integerFrom(0)),
          confirmation: orNothing(holding({ at: is(instant), until: is(instant), count: is(integerFrom(0)) })),
          pages: each(sha256),
        }),
      ),
      failingControls: is(listOf(text)),
    }),
    pages: each(
      holding({
        register: is(text),
        rows: eachOnce(
          "id",
          holding({
            id: is(text),
            number: is(integerFrom(1)),
            version: is(integerFrom(1)),
            state: is(oneOf(...recordStates)),
            fields,
            approval: orNothing(holding({ at: is(instant), another: is(flag) })),
            withdrawn: is(listOf(text)),
            account: is(orNull(flag)),
          }),
        ),
      }),
    ),
  }),
});

/** Reads a question about registers, with all of its records; nothing else is judged. */
export const registersQuestion: Reader = (given, at) =>
  shape(given, at) ?? (isWhole((given as RegistersQuestion).input as Asked) ? undefined : `${at}.input.pages`);

/** What is asked: the sealed exhibit, and the pages that it names. */
interface Asked {
  readonly snapshot: SnapshotManifest;
  readonly pages: readonly SnapshotPage[];
}

/** Whether the pages are as many, and hold as many records, as the snapshot says: a check over most of a register is none. */
function isWhole({ snapshot, pages }: Asked): boolean {
  const named = new Set(snapshot.registers.map(({ key }) => key));
  return (
    pages.every(({ register }) => named.has(register)) &&
    snapshot.registers.every(({ key, count, pages: hashes }) => {
      const own = pages.filter(({ register }) => register === key);
      const rows = own.flatMap((page) => page.rows);
      const open = rows.filter(({ state }) => state !== "ended");
      const isOnce = new Set(rows.map(({ id }) => id)).size === rows.length;
      return isOnce && own.length === hashes.length && open.length === count;
    })
  );
}

/** What a snapshot of the registers says of checks. A register that nobody uses says nothing. */
export function judgeRegisters({ instant: at, input }: RegistersQuestion): PartsAnswer {
  const { snapshot, pages } = input as Asked;
  const now = new Date(at);
  const register = registersOf(snapshot, pages);
  const isUsed = (key: string) => {
    const { rows, confirmedUntil } = register(key);
    return rows.some(({ state }) => state !== "ended") || (confirmedUntil !== null && now < confirmedUntil);
  };
  const inputs = { register, failingControls: snapshot.failingControls, accounts: null, findings: null, now };
  const ofOthers = [...judgePolicies(register, snapshot.policies, now), ...judgeTraining(inputs)].map(
    ({ check, verdict }) => ({
      check,
      aspect: REGISTER_ASPECT,
      ...lasting(check, verdict, now),
    }),
  );
  const ofRegisters = Object.entries(registerChecks).flatMap(([check, { asks, judge }]) => {
    if (!asks.some(isUsed) || OF_ACCOUNTS.has(check)) return [];
    const verdict = judge(inputs);
    if (AGAINST_ONLY.has(check) && verdict.outcome !== "fail") return [];
    return [{ check, aspect: REGISTER_ASPECT, ...lasting(check, verdict, now) }];
  });
  return { kind: "parts", parts: [...ofRegisters, ...ofOthers] };
}

/** A pass lasts until the first of its inputs ends, in whole days; one that ends within a day is no pass any more. */
function lasting(check: string, { outcome, reason, until }: RegisterVerdict, now: Date) {
  const most = resultValidForDays(controlOfCheck(check));
  if (outcome !== "pass" || until === null) return { outcome, reason, validForDays: most };
  const days = Math.min(most, Math.floor((until.getTime() - now.getTime()) / DAY_MS));
  return days > 0
    ? { outcome, reason, validForDays: days }
    : { outcome: "unknown" as const, reason: "What it rests on ends within a day.", validForDays: most };
}
