import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router";
import { api } from "#web/api.ts";
import { Button } from "#web/design/button.tsx";
import { longDate } from "#web/design/dates.ts";
import type { Finding } from "#web/design/glyph.tsx";
import { Mark } from "#web/design/mark.tsx";
import { lazily } from "#web/lazily.tsx";
import { useWorkspace } from "../../company-context.tsx";
import { spokenNumber } from "../../exhibit-numbers.ts";
import type { ManualTest } from "../project.ts";

const WithdrawDialog = lazily(() => import("./withdraw-dialog.tsx"));

/** People's tests of a check, newest first: what was concluded, from which sample, and how to repeat it. */
export function Tests({ controlId, checkId }: { controlId: string; checkId: string }) {
  const { company } = useWorkspace();
  const { data } = useQuery(api.manualTests.list.queryOptions({ input: { companyId: company.id, controlId } }));
  const tests = data?.tests.filter((test) => test.checkId === checkId) ?? [];
  if (tests.length === 0) return null;
  return (
    <details className="check-tests">
      <summary>{tests.length === 1 ? "1 test by a person" : `${tests.length} tests by people`}</summary>
      <ul>
        {tests.map((test) => (
          <li key={test.id}>
            <Tested controlId={controlId} test={test} />
          </li>
        ))}
      </ul>
    </details>
  );
}

const outcomes: Record<ManualTest["conclusion"], { finding: Finding; word: string }> = {
  passes: { finding: "passing", word: "Passed" },
  fails: { finding: "failing", word: "Failed" },
  "not decided": { finding: "unknown", word: "Not decided" },
};

function Tested({ controlId, test }: { controlId: string; test: ManualTest }) {
  const [withdrawing, setWithdrawing] = useState(false);
  const { finding, word } = outcomes[test.conclusion];
  const { population, sample, exceptions } = test;
  const found =
    exceptions.length === 0
      ? "no exception"
      : exceptions.length === 1
        ? "1 exception"
        : `${exceptions.length} exceptions`;
  return (
    <>
      <div className="apart">
        <span>
          {longDate(test.testedAt)}, {test.testedBy}
          {test.part && <span className="quiet">: {test.part}</span>}
        </span>
        {test.state === "current" ? (
          <Mark finding={finding}>{word}</Mark>
        ) : (
          <span className="small faint">
            {word}, {test.state}
          </span>
        )}
      </div>
      <p className="small quiet">
        {sample.numbers.length} of {population.size.toLocaleString("en-US")}, {found}. {population.source}. Seed{" "}
        <span className="mono">{sample.seed}</span>
        {sample.draws !== null && sample.draws > 1 && `, one of ${sample.draws} draws`}
        {sample.numbers.length > 0 && `: ${sample.numbers.join(", ")}`}. Counts until {longDate(test.validUntil)}.
      </p>
      {test.procedureAdded && <p className="small quiet">Also: {test.procedureAdded}</p>}
      {exceptions.map((exception) => (
        <p key={exception.number} className="small">
          {population.exhibits ? "Exhibit" : "Item"} {exception.number}: {exception.found}
        </p>
      ))}
      {test.note && <p className="small">{test.note}</p>}
      {test.withdrawn && (
        <p className="small">
          Withdrawn by {test.withdrawn.by}: {test.withdrawn.reason}
        </p>
      )}
      <p className="small check-actions">
        {test.exhibits.map(({ exhibit, id }) =>
          id ? (
            <Link key={exhibit} className="exhibit-number" to={`/dashboard/evidence?item=${id}`}>
              {spokenNumber(exhibit)}
            </Link>
          ) : (
            <span key={exhibit} className="exhibit-number">
              {spokenNumber(exhibit)}
            </span>
          ),
        )}
        {test.withdrawable && (
          <Button
            size="small"
            kind="quiet"
            aria-label={`Withdraw the test of ${longDate(test.testedAt)}`}
            onClick={() => setWithdrawing(true)}
          >
            Withdraw
          </Button>
        )}
      </p>
      <>
        {withdrawing && (
          <WithdrawDialog
            about={{ controlId, testId: test.id }}
            title={test.check}
            onClose={() => setWithdrawing(false)}
          />
        )}
      </>
    </>
  );
}
