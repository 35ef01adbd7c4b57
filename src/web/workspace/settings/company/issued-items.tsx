import { useQuery } from "@tanstack/react-query";
import type * as z from "zod";
import type { contract } from "#contract/index.ts";
import { issuedKind } from "#domain/issued.ts";
import { api } from "#web/api.ts";
import { Checkbox, CheckboxGroup } from "#web/design/choice.tsx";

export type IssuedItem = z.output<typeof contract.members.issued.output>[number];

/** What a member issued that ends with their rights; undefined until it is known. */
export function useIssued(companyId: string, memberId: string, enabled = true) {
  return useQuery({ ...api.members.issued.queryOptions({ input: { companyId, memberId } }), staleTime: 0, enabled });
}

const called = ({ kind, label }: IssuedItem) => `${issuedKind(kind).single} ${label}`;

interface IssuedChoicesProps {
  items: readonly IssuedItem[];
  kept: ReadonlySet<string>;
  onKeep: (id: string, keep: boolean) => void;
}

/** What ends, and what of it the reader takes over instead. */
export function IssuedChoices({ items, kept, onKeep }: IssuedChoicesProps) {
  const keepable = items.filter((item) => item.keepable);
  const rest = items.filter((item) => !item.keepable);
  return (
    <>
      {keepable.length > 0 && (
        <CheckboxGroup
          label="Keep what they issued"
          help="Select what to take over. Everything else ends now."
          well={keepable.length > 6}
        >
          {keepable.map((item) => {
            const { keep, ends, warns } = issuedKind(item.kind);
            return (
              <Checkbox
                key={item.id}
                label={<span className="wraps">{called(item)}</span>}
                note={kept.has(item.id) ? [`${keep}.`, warns].filter(Boolean).join(" ") : `Will be ${ends}.`}
                checked={kept.has(item.id)}
                onChange={(event) => onKeep(item.id, event.target.checked)}
              />
            );
          })}
        </CheckboxGroup>
      )}
      {rest.length > 0 && <IssuedList label="These always end" items={rest} />}
    </>
  );
}

/** What ends, where nothing of it can be kept. */
export function IssuedList({ label, items }: { label: string; items: readonly IssuedItem[] }) {
  return (
    <div className="field">
      <span className="field-label">{label}</span>
      <ul className="stack gap-4" aria-label={label}>
        {items.map((item) => (
          <li key={item.id} className="wraps quiet">
            {called(item)}: {issuedKind(item.kind).ends}
          </li>
        ))}
      </ul>
    </div>
  );
}
