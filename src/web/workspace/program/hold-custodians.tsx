import { useQuery } from "@tanstack/react-query";
import type * as z from "zod";
import type { contract } from "#contract/index.ts";
import { api } from "#web/api.ts";
import { exactTime } from "#web/design/dates.ts";
import { Mark } from "#web/design/mark.tsx";
import { Screen } from "#web/design/screen.tsx";
import { PanelSection } from "#web/design/side-panel.tsx";
import { SkeletonLines } from "#web/design/skeleton.tsx";
import { useWorkspace } from "../company-context.tsx";

type Custodian = z.output<typeof contract.legalHolds.custodians.output>[number];

/** Whom a legal hold was told to, and who confirmed it. */
export function HoldCustodians({ holdId }: { holdId: string }) {
  const { company } = useWorkspace();
  const answer = useQuery(
    api.legalHolds.custodians.queryOptions({ input: { companyId: company.id, recordId: holdId } }),
  );
  if (answer.data?.length === 0) return null;
  return (
    <PanelSection title="Custodians">
      <Screen data={answer} loading={<SkeletonLines lines={2} />} empty={null}>
        {(custodians) => (
          <ul className="record-deadlines">
            {custodians.map((custodian) => (
              <li key={custodian.personId}>
                <span className="narrows">
                  <b className="strong wraps">{custodian.name}</b>
                  <span className="own-line fine quiet wraps">{told(custodian)}</span>
                </span>
                <State of={custodian} />
              </li>
            ))}
          </ul>
        )}
      </Screen>
    </PanelSection>
  );
}

function told({ toldAt, reminders, acknowledgedAt, releasedAt }: Custodian): string {
  if (toldAt === null) return "Not told yet. We mail them within minutes, if they have a work email.";
  const said = [`Told ${exactTime(toldAt)}.`];
  if (reminders > 0) said.push(reminders === 1 ? "1 reminder." : `${reminders} reminders.`);
  if (acknowledgedAt !== null) said.push(`Confirmed ${exactTime(acknowledgedAt)}.`);
  if (releasedAt !== null) said.push(`Told of the release ${exactTime(releasedAt)}.`);
  return said.join(" ");
}

function State({ of: { toldAt, acknowledgedAt, releasedAt } }: { of: Custodian }) {
  if (releasedAt !== null) return <Mark finding="not applicable">Released</Mark>;
  if (acknowledgedAt !== null) return <Mark finding="sealed">Confirmed</Mark>;
  return toldAt === null ? <Mark finding="unknown">Not told</Mark> : <Mark finding="needs evidence">Asked</Mark>;
}
