import type * as z from "zod";
import type { contract } from "#contract/index.ts";
import { Button } from "#web/design/button.tsx";
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
  /** Who decides on the reviewer's own accounts; null where nobody else can. */
  otherId: string | null;
  onToggle: () => void;
  onReviewer: (userId: string) => void;
  onOther: (userId: string) => void;
  /** Asks for the list of a system without a connection. */
  onUpload: () => void;
}

/** A system that can be reviewed, whether its accounts were read, who decides, and who does on that person's own accounts. */
export function SystemChoice(props: SystemChoiceProps) {
  const { system, reviewers, isChosen, reviewerId, otherId, onToggle, onReviewer, onOther, onUpload } = props;
  const reviewer = reviewers.find(({ userId }) => userId === reviewerId);
  const other = reviewers.find(({ userId }) => userId === otherId);
  const strangers = [reviewer, other].filter((asked) => asked && !asked.known);
  const options = (of: Candidates["reviewers"]) =>
    of.map(({ userId, name }) => (
      <option key={userId} value={userId}>
        {name}
      </option>
    ));
  return (
    <div className="review-choice">
      <div>
        <Checkbox label={system.system} note={noteOf(system)} checked={isChosen} onChange={onToggle} />
        {!system.connected && (
          <Button size="small" onClick={onUpload}>
            {system.accounts === null ? "Upload its list of accounts" : "Upload Newer List"}
          </Button>
        )}
      </div>
      {isChosen && (
        <div>
          <label className="review-other compact quiet">
            Reviewer:{" "}
            <Select
              aria-label={`Reviewer of ${system.system}`}
              value={reviewerId}
              onChange={({ target }) => onReviewer(target.value)}
            >
              {options(reviewers)}
            </Select>
          </label>
          {other ? (
            <label className="review-other compact quiet">
              Their own accounts:{" "}
              <Select
                aria-label={`Who decides on the reviewer’s own accounts of ${system.system}`}
                value={other.userId}
                onChange={({ target }) => onOther(target.value)}
              >
                {options(reviewers.filter(({ userId }) => userId !== reviewerId))}
              </Select>
            </label>
          ) : (
            <p className="compact quiet">
              Nobody else can decide, so they decide on their own accounts, too. The result says so.
            </p>
          )}
          {strangers.map((stranger) => (
            <p key={stranger!.userId} className="compact review-bad">
              {stranger!.name} is not in People with one record, so they cannot decide yet. Add them to People first.
            </p>
          ))}
        </div>
      )}
    </div>
  );
}

function noteOf({ readiness, accounts, seenAt, connected }: Candidate): string {
  const word = connected ? "read" : "on a list of";
  const read = accounts !== null && seenAt !== null ? `${accountsOf(accounts)}, ${word} ${dayOfRecord(seenAt)}` : "";
  switch (readiness) {
    case "ready":
      return read;
    case "not connected":
      return "Not connected. Its accounts can come from a list.";
    case "not read":
      return "Its accounts were not read yet.";
    case "incomplete":
      return `Not read completely. ${read}`.trim();
    case "too old":
      return `${connected ? "Not read" : "No list"} in the last 7 days. ${read}`.trim();
  }
}
