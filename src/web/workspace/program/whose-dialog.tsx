import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import type { KeyboardEvent } from "react";
import { Link } from "react-router";
import type * as z from "zod";
import type { contract } from "#contract/index.ts";
import { api, client } from "#web/api.ts";
import { showError } from "#web/app-error.ts";
import { Button } from "#web/design/button.tsx";
import { Checkbox } from "#web/design/choice.tsx";
import { Combobox } from "#web/design/combobox.tsx";
import { Dialog, DialogBody, DialogFoot } from "#web/design/dialog.tsx";
import { Field } from "#web/design/field.tsx";
import { Screen } from "#web/design/screen.tsx";
import { SkeletonRegister } from "#web/design/skeleton.tsx";
import { toast } from "#web/design/toast-list.ts";
import { useWorkspace } from "../company-context.tsx";
import { singleKeysOn } from "../shell/palette/single-keys.ts";
import { usePaused } from "../use-paused.ts";

type Account = z.output<typeof contract.accounts.list.output>["accounts"][number];
type Decision = z.input<typeof contract.accounts.decide.input>;

const keyOf = ({ provider, scope, id }: Account) => ({ provider, scope, id });
const nameOf = (account: Account) => JSON.stringify(keyOf(account));
const counted = (many: number) => (many === 1 ? "1 account" : `${many} accounts`);

/** Accounts that nobody is known for: each is a person's or a program's. J and K move, X selects, Y takes the suggestion, P says program. */
export default function WhoseDialog({ onClose }: { onClose: () => void }) {
  const { company } = useWorkspace();
  const queries = useQueryClient();
  const companyId = company.id;
  const asked = useQuery(api.accounts.list.queryOptions({ input: { companyId, limit: 100 } }));
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const refresh = () => queries.invalidateQueries({ queryKey: api.accounts.key() });
  const content = useRef<HTMLDivElement>(null);
  // What had the focus goes away with its account: the keyboard goes on with the next one, or from the top of the dialog.
  const decided = useRef<{ readonly name: string; readonly at: number }>(undefined);
  const deciding = useMutation({
    mutationFn: async ({
      accounts,
      said,
      words,
    }: {
      accounts: readonly Account[];
      said: Pick<Decision, "kind" | "personId">;
      words: string;
    }) => {
      const keys = accounts.map(keyOf);
      await client.accounts.decide({ companyId, accounts: keys, ...said });
      toast.success(`${counted(keys.length)} ${words}`, {
        action: {
          label: "Undo",
          onPress: () =>
            void client.accounts
              .decide({ companyId, accounts: keys, kind: "none" })
              .then(() => toast.success("Undone"))
              .catch((error: unknown) => showError(error, "This could not be undone"))
              .finally(() => void refresh()),
        },
      });
    },
    onSuccess: () => setSelected(new Set()),
    onError: (error) => showError(error, "This could not be saved"),
    onMutate: ({ accounts: [first] }) => {
      decided.current = first && { name: nameOf(first), at: all.indexOf(first) };
    },
    onSettled: refresh,
  });
  const listed = asked.data?.accounts;
  const all = listed ?? [];
  useEffect(() => {
    const last = decided.current;
    if (!last || listed?.some((account) => nameOf(account) === last.name)) return;
    decided.current = undefined;
    if (document.activeElement !== document.body) return;
    const rows = content.current?.querySelectorAll<HTMLElement>(".whose input") ?? [];
    const title = content.current?.closest("dialog")?.querySelector("h2");
    (rows[Math.min(last.at, rows.length - 1)] ?? title)?.focus();
  }, [listed]);
  const chosen = all.filter((account) => selected.has(nameOf(account)));
  const giveTo = (accounts: readonly Account[], person: { readonly id: string; readonly name: string }) =>
    deciding.mutate({ accounts, said: { kind: "person", personId: person.id }, words: `matched with ${person.name}` });
  const toPrograms = (accounts: readonly Account[]) =>
    deciding.mutate({ accounts, said: { kind: "program" }, words: "marked as used by programs" });
  function toggle(account: Account) {
    const next = new Set(selected);
    if (!next.delete(nameOf(account))) next.add(nameOf(account));
    setSelected(next);
  }
  function press(event: KeyboardEvent<HTMLUListElement>) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const rows = [...event.currentTarget.querySelectorAll<HTMLInputElement>("input[type=checkbox]")];
    const at = rows.findIndex((row) => row.closest("li")?.contains(document.activeElement));
    const account = all[at];
    const step = { j: 1, ArrowDown: 1, k: -1, ArrowUp: -1 }[event.key];
    if (step !== undefined) rows[Math.max(0, Math.min(rows.length - 1, at + step))]?.focus();
    else if (!account || !singleKeysOn()) return;
    else if (event.key === "x") toggle(account);
    else if (event.key === "y" && account.suggestion) giveTo([account], account.suggestion);
    else if (event.key === "p") toPrograms([account]);
    else return;
    event.preventDefault();
  }
  return (
    <Dialog title="Whose is this?" width="wide" onClose={onClose}>
      <DialogBody>
        <p className="compact quiet">
          Choose who uses each account. A shared account needs an{" "}
          <Link to="/dashboard/program/approvals?do=new" className="link">
            approval
          </Link>{" "}
          instead. So does a program&apos;s account that its system lists as a person&apos;s, as Okta does.
        </p>
        <div ref={content} className="unboxed">
          <Screen
            data={asked}
            loading={<SkeletonRegister rows={4} columns={2} />}
            empty={{
              when: ({ accounts }) => accounts.length === 0,
              show: <p className="quiet">Every account has an owner.</p>,
            }}
          >
            {({ accounts, total }) => (
              <>
                <ul className="whose" onKeyDown={press} aria-label="Accounts without an owner">
                  {accounts.map((account) => (
                    <li key={nameOf(account)}>
                      <Checkbox
                        label={<span className="wraps">{account.label}</span>}
                        note={[
                          account.source,
                          account.administrator && "administrator",
                          account.active === null && "status not read",
                        ]
                          .filter(Boolean)
                          .join(", ")}
                        checked={selected.has(nameOf(account))}
                        onChange={() => toggle(account)}
                      />
                      {account.suggestion && (
                        <Button
                          size="small"
                          disabled={deciding.isPending}
                          aria-keyshortcuts="y"
                          onClick={() => giveTo([account], account.suggestion!)}
                        >
                          It is {account.suggestion.name}
                        </Button>
                      )}
                    </li>
                  ))}
                </ul>
                {total > accounts.length && (
                  <p className="compact quiet">
                    The first {accounts.length} of {total.toLocaleString("en-US")}.
                  </p>
                )}
                <PickPerson
                  label={
                    chosen.length === 0 ? "Select accounts, then choose a person" : `Owner of ${counted(chosen.length)}`
                  }
                  onPick={(person) => chosen.length > 0 && giveTo(chosen, person)}
                />
              </>
            )}
          </Screen>
        </div>
      </DialogBody>
      <DialogFoot>
        <Button kind="quiet" onClick={onClose}>
          Close
        </Button>
        <Button
          disabled={chosen.length === 0}
          busy={deciding.isPending && "Saving..."}
          onClick={() => toPrograms(chosen)}
        >
          Used by programs
        </Button>
      </DialogFoot>
    </Dialog>
  );
}

function PickPerson({ label, onPick }: { label: string; onPick: (person: { id: string; name: string }) => void }) {
  const { company } = useWorkspace();
  const [text, setText] = useState("");
  const search = usePaused(text.trim());
  const people = useQuery({
    ...api.registers.records.queryOptions({
      input: { companyId: company.id, register: "people", sort: "name", limit: 8, ...(search && { search }) },
    }),
    placeholderData: keepPreviousData,
  });
  return (
    <Field label={label}>
      <Combobox
        options={people.data?.records.map(({ id, title, number, state }) => ({
          key: id,
          label: title,
          note: state === "ended" ? `${number}, ended` : number,
        }))}
        text={text}
        onText={setText}
        onChoose={({ key, label: name }) => {
          setText("");
          onPick({ id: key, name });
        }}
        placeholder="Search people"
      />
    </Field>
  );
}
