import { controlOfCheck, getCheck } from "#catalog/index.ts";
import { questionsIn, withKept } from "#catalog/policies/answers.ts";
import { composePolicy, offeredPromises, policyEditions } from "#catalog/policies/compose.ts";
import { libraryPolicies, requiredPolicies } from "#catalog/policies/kinds.ts";
import { policyQuestions } from "#catalog/policies/questions.ts";
import { formatExhibitNumber } from "#domain/exhibit-number.ts";
import { unmeasuredFigures } from "#domain/policies/measured-figures.ts";
import type { UnmeasuredFigure } from "#domain/policies/measured-figures.ts";
import { strictPromises } from "#domain/policies/strict-promises.ts";
import { plainMarkdown } from "#domain/policies/plain-markdown.ts";
import { fail } from "../app-error.ts";
import { readControlStates } from "../controls/control-states.ts";
import { readFrameworks } from "../documents/document-facts.ts";
import type { HandlersOf } from "../endpoints/handler.ts";
import { boundChecks } from "./bound-checks.ts";
import { brokenPromises } from "./broken-promises.ts";
import { companyName } from "./company-name.ts";
import { policiesOf } from "./insert-policy.ts";
import { presentAnswers, readAnswers } from "./policy-answers.ts";
import { readVersion } from "./policy-rows.ts";

interface Deps {
  readonly now: () => Date;
}

const said = { pass: "kept", fail: "contradicted" } as const;

/** Why a passing check does not say that a promise is kept, whether exhibits are asked for its figure or not, and what to do. */
function notMeasured(isAsked: boolean, { promised, measured }: UnmeasuredFigure): string {
  const own = measured === undefined ? "no figure" : `“${measured}”`;
  const shown = isAsked
    ? `No exhibit contradicts “${promised}”, and none proves it:`
    : `Nothing measures “${promised}”:`;
  return `The check passes, but measures ${own}. ${shown} promise what is measured, or record a test of your own.`;
}

/** The library of policies, and what checks say of the promises in them. */
export function policyLibrary({
  now,
}: Deps): Pick<HandlersOf<"policies">, "library" | "compose" | "promises" | "statements"> {
  return {
    library: async ({ caller, tx }) => {
      const own = await policiesOf(tx, caller.companyId);
      // One whose versions are all discarded can be added again.
      const ownOf = (documentId: string) => (own.get(documentId)?.isKept ? own.get(documentId)!.id : null);
      const required = new Set(requiredPolicies(await readFrameworks(tx)).map(({ documentId }) => documentId));
      return {
        ...(await presentAnswers(tx, caller.companyId, await readAnswers(tx, caller.companyId))),
        policies: libraryPolicies.map(({ documentId, title, controlId }) => {
          const [law, software] = policyEditions.map((edition) => [...questionsIn(documentId, edition)]);
          return {
            documentId,
            title,
            controlId,
            required: required.has(documentId),
            policyId: ownOf(documentId),
            questions: [...new Set([...law!, ...software!])],
            asked: { law: law!, software: software! },
          };
        }),
        questions: policyQuestions.map(({ answers, ...question }) => ({
          ...question,
          answers: answers.map((taken) => ({ ...taken })),
        })),
      };
    },
    compose: async ({ input: { documentId, ...given }, caller, tx }) => {
      const { edition, answers } = withKept(given, await readAnswers(tx, caller.companyId));
      const name = await companyName(tx, caller.companyId);
      const composed = composePolicy(documentId, edition, answers, plainMarkdown(name)) ?? fail("not-found");
      return { ...composed, left: composed.left.map((line) => ({ ...line })) };
    },
    promises: async ({ input: { versionId }, caller, tx }) => {
      const { text, document_id: documentId } = await readVersion(tx, caller.companyId, versionId);
      const { answers } = withKept({ answers: {} }, await readAnswers(tx, caller.companyId));
      return offeredPromises(documentId ?? "", text, answers).map(({ check, ...promise }) => ({
        ...promise,
        check: check === null ? null : { id: check, title: getCheck(check).title },
      }));
    },
    statements: async ({ input: { versionId }, caller, tx }) => {
      const { text } = await readVersion(tx, caller.companyId, versionId);
      const bound = boundChecks(text);
      const broken = await brokenPromises(tx, caller.companyId, text);
      const [unmeasured, asked] = [unmeasuredFigures(text), strictPromises(text)];
      const states = await readControlStates(tx, caller.companyId, now());
      const checks = new Map(states.flatMap((state) => state.checks.map((check) => [check.checkId, check])));
      return [...bound].flatMap((id) => {
        const check = checks.get(id);
        if (!check) return [];
        const { title, outcome, reason, decisive } = check;
        const about = { check: id, title, controlId: controlOfCheck(id).id };
        const own = broken.get(id);
        // A stricter promise is measured at its own figure.
        if (own)
          return [{ ...about, ...own, state: "contradicted" as const, observedAt: own.observedAt.toISOString() }];
        const open = outcome === "pass" ? unmeasured.get(id) : undefined;
        return [
          {
            ...about,
            ...(open
              ? { state: "not measured" as const, reason: notMeasured(asked.has(id), open) }
              : { state: outcome === "pass" || outcome === "fail" ? said[outcome] : ("unknown" as const), reason }),
            exhibit: decisive ? formatExhibitNumber(decisive.number) : null,
            observedAt: decisive?.observedAt.toISOString() ?? null,
          },
        ];
      });
    },
  };
}
