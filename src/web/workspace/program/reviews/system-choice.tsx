import type * as z from "zod";
import type { contract } from "#contract/index.ts";
import { Checkbox } from "#web/design/choice.tsx";
import { dayOfRecord } from "#web/design/dates.ts";
import { Select } from "#web/design/input.tsx";
import { accountsOf } from "./reviews.ts";

type Candidates = z.output<typeof contract.reviews.systems.output>;
type Candidate = Candidates["systems"][number];

interface SystemChoiceProps {
  system: Candidate;
  reviewers: Candidates["reviewers"];
  isChosen: boolean;
  reviewerId: string;
  onToggle: () => void;
  onReviewer: (userId: string) => void;
}

/** A system that can be reviewed, whether its accounts were read, and who decides. */
export function SystemChoice({ system, reviewers, isChosen, reviewerId, onToggle, onReviewer }: SystemChoiceProps) {
  const reviewer = reviewers.find(({ userId }) => userId === reviewerId);
  return (
    <div className="review-choice">
      <Checkbox label={system.system} note={noteOf(system)} checked={isChosen} onChange={onToggle} />
      {isChosen && (
        <div>
          <Select
            aria-label={`Reviewer of ${system.system}`}
            value={reviewerId}
            onChange={({ target }) => onReviewer(target.value)}
          >
            {reviewers.map(({ userId, name }) => (
              <option key={userId} value={userId}>
                {name}
              </option>
            ))}
          </Select>
          {reviewer && !reviewer.known && (
            <p className="compact review-bad">
              {reviewer.name} is not in People with one record, so they cannot decide yet. Add them to People first.
            </p>
          )}
        </div>
      )}
    </div>
  );
}

function noteOf({ readiness, accounts, seenAt }: Candidate): string {
  const read = accounts !== null && seenAt !== null ? `${accountsOf(accounts)}, read ${dayOfRecord(seenAt)}` : "";
  switch (readiness) {
    case "ready":
      return read;
    case "not connected":
      return "Not connected. Its accounts cannot be read.";
    case "not read":
      return "Its accounts were not read yet.";
    case "incomplete":
      return `Not read completely. ${read}`.trim();
    case "too old":
      return `Not read in the last 7 days. ${read}`.trim();
  }
}
