import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { api } from "#web/api.ts";
import { longDate } from "#web/design/dates.ts";
import { Dialog, DialogBody } from "#web/design/dialog.tsx";
import { Screen } from "#web/design/screen.tsx";
import { SkeletonLines } from "#web/design/skeleton.tsx";
import { spokenNumber } from "../exhibit-numbers.ts";
import { useWorkspace } from "../company-context.tsx";

/** The items of a sample, and how anyone draws it again. */
export function SampleDialog({ sampleId, onClose }: { sampleId: string; onClose: () => void }) {
  const { company } = useWorkspace();
  const answer = useQuery(api.audit.getSample.queryOptions({ input: { companyId: company.id, sampleId } }));
  return (
    <Dialog title="Sample" onClose={onClose} width="wide">
      <DialogBody>
        <Screen data={answer} loading={<SkeletonLines lines={8} />} empty={null}>
          {({ sample, items }) => (
            <>
              <p>
                {sample.size} of {sample.population.toLocaleString("en-US")} items for {sample.control}, collected{" "}
                {longDate(`${sample.from}T12:00:00.000Z`)} to {longDate(`${sample.to}T12:00:00.000Z`)}. Seed{" "}
                <span className="mono">{sample.seed}</span>.
              </p>
              <p className="small quiet">
                To reproduce it, compute the SHA-256 of seed|n for each item's number n, without leading zeros. The
                items with the smallest hashes form the sample.
              </p>
              <ul aria-label="Items of the sample">
                {items.map(({ id, exhibit, name, collectedAt }) => (
                  <li key={id} className="padded-4">
                    <Link className="link" to={`/dashboard/evidence?item=${id}`}>
                      <span className="exhibit-number">{spokenNumber(exhibit)}</span> {name}
                    </Link>
                    <span className="small faint"> collected {longDate(collectedAt)}</span>
                  </li>
                ))}
              </ul>
            </>
          )}
        </Screen>
      </DialogBody>
    </Dialog>
  );
}
