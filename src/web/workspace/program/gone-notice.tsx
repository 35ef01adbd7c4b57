import { useQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { showError } from "#web/app-error.ts";
import { api, client } from "#web/api.ts";
import { Button } from "#web/design/button.tsx";
import { dayOfRecord } from "#web/design/dates.ts";
import { focusPageIfLost } from "#web/design/dialog.tsx";
import { toast } from "#web/design/toast-list.ts";
import { useWorkspace } from "../company-context.tsx";
import type { Register } from "./registers.ts";
import { useActs } from "./use-acts.ts";

/** So many are asked about at once. */
const SHOWN = 10;

interface GoneNoticeProps {
  register: Register;
  /** Opens somebody's record with the question for its end. */
  onEnd: (personId: string) => void;
}

/** Asks about each person whom a list of accounts no longer shows: nobody is ended by it. */
export function GoneNotice({ register, onEnd }: GoneNoticeProps) {
  const { company } = useWorkspace();
  const { refresh } = useActs(register);
  const [saying, setSaying] = useState(false);
  const questions = useRef<HTMLDivElement>(null);
  const asked = useQuery({
    ...api.accounts.gone.queryOptions({ input: { companyId: company.id } }),
    enabled: register.may.write,
  });
  const all = [...Map.groupBy(asked.data ?? [], ({ person }) => person.id).values()];
  if (!register.may.write || all.length === 0) return null;

  async function takeBack(keys: string[]) {
    try {
      await client.accounts.stillHere({ companyId: company.id, keys, isHere: false });
      toast.success("Undone");
    } catch (error) {
      showError(error, "This could not be undone");
    }
    await refresh();
  }

  async function stay(name: string, keys: string[]) {
    setSaying(true);
    try {
      await client.accounts.stillHere({ companyId: company.id, keys });
      toast.success(`${name} is still here`, { action: { label: "Undo", onPress: () => void takeBack(keys) } });
      await refresh();
      // The button that was pressed is gone: the keyboard goes on with the next question, or the page.
      requestAnimationFrame(() => {
        questions.current?.querySelector("button")?.focus();
        focusPageIfLost();
      });
    } catch (error) {
      showError(error, "This could not be said");
    }
    setSaying(false);
  }

  return (
    <div ref={questions}>
      {all.slice(0, SHOWN).map((own) => {
        const { person, exhibit, seenAt } = own[0]!;
        return (
          <div className="confirmation-line" key={person.id} role="group" aria-label={`Has ${person.name} left?`}>
            <div className="narrows">
              <p className="wraps">Has {person.name} left?</p>
              <p className="compact quiet wraps">
                {person.number} is no longer active in {own.map(({ source }) => source).join(", ")}. Read{" "}
                {dayOfRecord(seenAt)}, {exhibit}.
              </p>
            </div>
            <div className="cluster">
              <Button size="small" onClick={() => onEnd(person.id)}>
                End
              </Button>
              <Button
                size="small"
                kind="quiet"
                disabled={saying}
                onClick={() =>
                  void stay(
                    person.name,
                    own.map(({ key }) => key),
                  )
                }
              >
                Still Here
              </Button>
            </div>
          </div>
        );
      })}
      {all.length > SHOWN && (
        <p className="compact quiet">{all.length - SHOWN} more people are asked about after these.</p>
      )}
    </div>
  );
}
