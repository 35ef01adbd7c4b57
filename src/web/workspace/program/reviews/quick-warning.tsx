import { Glyph } from "#web/design/glyph.tsx";
import { useWorkspace } from "../../company-context.tsx";
import { accountsOf, counted } from "./reviews.ts";
import type { Population } from "./reviews.ts";

/** Says who kept nearly everything of a system too fast to have looked at it. */
export function QuickWarning({ population }: { population: Population }) {
  const { person } = useWorkspace();
  return population.quick.map(({ person: by, rows, kept, seconds }) => (
    <div key={by.userId} className="review-warning" role="note">
      <span data-finding="unknown">
        <Glyph of="unknown" />
      </span>
      <p>
        <b>
          {by.userId === person.id ? "You" : by.name} decided {accountsOf(rows)} of {population.system} in{" "}
          {counted(seconds)} {seconds === 1 ? "second" : "seconds"} and kept {kept === rows ? "all" : counted(kept)}.
        </b>{" "}
        Auditors see how long the decisions took.
      </p>
    </div>
  ));
}
