import { flag, instant, integerFrom, listOf, oneOf, orNull, text } from "#domain/judge/shapes.ts";
import type { PartSaid, PartsAnswer, RegistersQuestion } from "#domain/judge/contract.ts";
import { recordStates } from "#domain/registers/register.ts";
import { REGISTER_ASPECT, registersOn, SNAPSHOT_FORMAT } from "#domain/registers/snapshot.ts";
import type { SnapshotManifest } from "#domain/registers/snapshot.ts";
import { both, each, eachOnce, holding, is, orNothing, whereSaid } from "../fields.ts";
import type { Reader } from "../fields.ts";
import { ACKNOWLEDGMENT_PAGES, allAcknowledged, readAcknowledgedPage } from "./acknowledged.ts";
import type { Acknowledged } from "./acknowledged.ts";
import { untilEndsCount, withoutLateEnds } from "./alone.ts";
import { aboutRows, hasCurrent } from "./about-rows.ts";
import { saidOfDocuments } from "./document-parts.ts";
import { freshly, lasting } from "./lasting.ts";
import { listChecks, listedSystems } from "./listed-reviews.ts";
import { judgePolicies } from "./policies.ts";
import { judgeInOrder, saidInstead, saidOnce } from "./judging-order.ts";
import { registersOf, remembered, wholePage } from "./read-registers.ts";
import { approvedAlone, endedAlone } from "./ended-alone.ts";
import { isUnknown } from "./registers.ts";
import { whoEver, whoOf } from "./same-person.ts";
import type { RegisterInputs, RegisterVerdict } from "./registers.ts";
import { judgedCheck, registerChecks } from "./register-checks.ts";
import { saidOfScope } from "./scope-checks.ts";
import { isAskedOf, systemChecks } from "./system-checks.ts";
import { approvalAs, besides, fields, firstStarts, key, sha256 } from "./row-shape.ts";
import { byCited, wronglyCited } from "./shown.ts";
import { isAskedAt, noLongerSaid } from "./no-longer-said.ts";
import { systemsOf } from "./judged-systems.ts";
import type { ReadShapes } from "./judged-systems.ts";
import type { ConfirmedTold } from "./told-confirmed.ts";
import type { ToldPage } from "./told-pages.ts";
import { judgeTraining } from "./training.ts";
import { isWhole } from "./whole-snapshot.ts";
import type { AskedSnapshot } from "./whole-snapshot.ts";
import { asDecidedLast } from "./decided-last.ts";
import { withLeftOut } from "./left-out.ts";

const shape = holding({
  instant: is(instant),
  input: holding({
    snapshot: both(
      holding({
        format: is(oneOf(SNAPSHOT_FORMAT)),
        takenAt: is(instant),
        registers: eachOnce(
          "key",
          holding({
            key: is(text),
            count: is(integerFrom(0)),
            // Of screenings it has no digest; where another has none, nothing is taken as confirmed.
            confirmation: orNothing(holding({ at: is(instant), until: is(instant), count: is(integerFrom(0)) })),
            pages: each(sha256),
          }),
        ),
        collections: eachOnce(
          "exhibit",
          holding({ exhibit: is(text), sha256, source: is(text), systemId: is(text), seenAt: is(instant) }),
        ),
        programs: each(holding({ ...key, until: is(instant) })),
        failingControls: is(listOf(text)),
      }),
      whereSaid({ passedBefore: each(holding({ check: is(text), aspect: is(text) })) }),
    ),
    pages: each(
      holding({
        register: is(text),
        rows: eachOnce(
          "id",
          both(
            holding({
              id: is(text),
              number: is(integerFrom(1)),
              version: is(integerFrom(1)),
              state: is(oneOf(...recordStates)),
              fields,
              approval: approvalAs,
              withdrawn: is(listOf(text)),
              account: is(orNull(flag)),
            }),
            besides,
          ),
        ),
      }),
    ),
    collections: each(() => undefined),
  }),
});

/** Reads a question about registers, with all of its records; nothing else is judged. */
export const registersQuestion: Reader = (given, at) =>
  shape(given, at) ??
  each(firstStarts)((given as RegistersQuestion).input.pages, `${at}.input.pages`) ??
  (isWhole((given as RegistersQuestion).input as AskedSnapshot) ? undefined : `${at}.input.pages`);

/** What a snapshot of the registers says of checks. A register that nobody uses says nothing. */
export function judgeRegisters({ instant: at, input }: RegistersQuestion): PartsAnswer {
  const { snapshot, pages, collections } = input as AskedSnapshot;
  const [acknowledgments, others] = [
    pages.filter(({ register }) => register === ACKNOWLEDGMENT_PAGES),
    pages.filter(({ register }) => register !== ACKNOWLEDGMENT_PAGES),
  ];
  const acknowledged = allAcknowledged(acknowledgments.map(({ rows }) => readAcknowledgedPage(rows)));
  return judgeSnapshot({ instant: at, snapshot, pages: others, acknowledged, exhibit: (index) => collections[index] });
}

/** A snapshot as it is judged: what is large in it is read piece by piece. */
export interface JudgedSnapshot {
  readonly instant: string;
  readonly snapshot: SnapshotManifest;
  /** All but those of acknowledgments. */
  readonly pages: readonly ToldPage[];
  readonly acknowledged: Acknowledged;
  /** By a register what became of the records that were confirmed, where that was told while its rows were at hand. */
  readonly confirmed?: ReadonlyMap<string, ConfirmedTold>;
  /** The sealed exhibit at this place of the snapshot's collections; asked for again where it is no longer held. */
  readonly exhibit: (at: number) => unknown;
  /** What is judged of it, where that was read while it was at hand and each of its decisions is still in force. */
  readonly told?: (at: number) => ReadShapes | undefined;
}

/** The same of a snapshot that is not held as a whole. */
export function judgeSnapshot({
  instant: at,
  snapshot,
  pages: sealed,
  acknowledged,
  confirmed,
  exhibit,
  told,
}: JudgedSnapshot): PartsAnswer {
  const now = new Date(at);
  const { anotherSince } = snapshot;
  const pages = withoutLateEnds(sealed, anotherSince, now);
  const ofPages = registersOf(snapshot, pages, confirmed);
  const ofAcknowledgments = { ...ofPages(ACKNOWLEDGMENT_PAGES), acknowledged };
  const register = (key: string) => (key === ACKNOWLEDGMENT_PAGES ? ofAcknowledgments : ofPages(key));
  const isUsed = remembered((key) => {
    const { confirmedUntil } = register(key);
    return hasCurrent(register(key)) || (confirmedUntil !== null && now < confirmedUntil);
  });
  const systems = systemsOf(snapshot, [wholePage("people", register)], exhibit, now, told);
  const { failingControls, screenings, scope, terms, drawn, formerlyAsked, policies } = snapshot;
  const passingControls = listOf(text)(snapshot.passingControls) ? snapshot.passingControls : undefined;
  const read = { failingControls, passingControls, systems, scope, screenings, terms, drawn, formerlyAsked, policies };
  const inputs: RegisterInputs = { register, ...read, anotherSince, ...whoOf(snapshot), now };
  // Read again where an exhibit is cited for what its type cannot show, or for what came after it was made.
  const cited = wronglyCited(pages);
  const strict = cited && { ...inputs, register: (key: string) => cited.strictly(key, register(key)) };
  const shown = (judge: (own: RegisterInputs) => RegisterVerdict) =>
    strict ? byCited(judge(inputs), () => judge(strict), cited.wrong) : judge(inputs);
  const allShown = <S extends { readonly verdict: RegisterVerdict }>(
    judge: (own: RegisterInputs) => readonly S[],
    keyOf: (said: S) => string,
  ): readonly S[] => {
    if (!strict) return judge(inputs);
    const again = new Map(judge(strict).map((said) => [keyOf(said), said]));
    const strictly = (said: S) => again.get(keyOf(said))?.verdict ?? isUnknown("Not asked.");
    return judge(inputs).map((said) =>
      saidInstead(said, () => byCited(said.verdict, () => strictly(said), cited.wrong)),
    );
  };
  const withEnded = (verdict: RegisterVerdict, asks: readonly string[]): RegisterVerdict => ({
    ...untilEndsCount(verdict, asks, register, anotherSince),
    reason: `${verdict.reason}${verdict.outcome === "pass" ? "" : approvedAlone(asks, register)}${endedAlone(asks, register, now)}`,
  });
  const checks = Object.entries(registerChecks).flatMap(([check, { asks, reads = [], isAsked }]) =>
    asks.some(isUsed) || isAsked?.(register, now)
      ? [
          saidOnce({ check, reads: [...asks, ...reads] }, () =>
            withEnded(
              shown((own) => judgedCheck(check, own)),
              asks,
            ),
          ),
        ]
      : [],
  );
  const documents = saidOfDocuments({ allShown, withEnded, policies: snapshot.policies, systems, now });
  const ofScope = saidOfScope({ shown, withEnded, register, scope, now });
  judgeInOrder([...checks, ...documents.said, ...ofScope], (key) => aboutRows(register(key)).size);
  const ofRegisters = checks.map(({ check, verdict }): PartSaid => ({
    check,
    aspect: REGISTER_ASPECT,
    ...lasting(check, verdict, now, false),
  }));
  // All of one system before the next, so that its accounts are read once; said check by check.
  const asked = Object.entries(systemChecks).filter(([, { asks }]) => asks.some(isUsed));
  const bySystem = systems.map((system) =>
    asked.map(([check, own]): PartSaid[] => {
      if (!isAskedOf(system, own, inputs)) return [];
      const { aspect, reads, judge } = own;
      const verdict = withLeftOut(
        shown((own) => judge(own, system)),
        system,
        reads,
      );
      // What no grant shows all of is left to a person's test, unless what was read fails.
      const isAgainst = system.partial.has(reads);
      if (isAgainst && verdict.outcome !== "fail") return [];
      const said = lasting(check, freshly(check, verdict, system, now), now, isAgainst);
      return [{ check, aspect, source: registersOn(system.source), ...said }];
    }),
  );
  const ofSystems = asked.flatMap((_, index) => bySystem.flatMap((parts) => parts[index]!));
  const ofLists = listedSystems(inputs).flatMap((system) =>
    Object.entries(listChecks).flatMap(([check, judge]): PartSaid[] => {
      const { aspect, kinds } = systemChecks[check]!;
      if (kinds && !system.kinds.some((kind) => kinds.includes(kind))) return [];
      return [
        {
          check,
          aspect,
          source: registersOn(system.source),
          ...lasting(
            check,
            shown((own) => judge(own, system)),
            now,
            false,
          ),
        },
      ];
    }),
  );
  const ofOthers = allShown(
    (own) => [
      ...judgePolicies(own.register, snapshot.policies, systems, now, whoEver(own)),
      ...judgeTraining(own, snapshot.training),
    ],
    ({ check }) => check,
  ).map(({ check, verdict }): PartSaid => ({ check, aspect: REGISTER_ASPECT, ...lasting(check, verdict, now, false) }));
  const said = [
    ...ofRegisters,
    ...ofOthers,
    ...ofSystems,
    ...ofLists,
    ...ofScope.flatMap(({ verdict }) => verdict),
    ...documents.parts(),
  ];
  const parts = said.map((part) => asDecidedLast(part, snapshot));
  const isAsked = isAskedAt(systems, inputs);
  return { kind: "parts", parts: [...parts, ...noLongerSaid(snapshot, parts, isAsked, now)] };
}
