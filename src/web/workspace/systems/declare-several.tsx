import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { SystemKind } from "#catalog/systems.ts";
import { api, client } from "#web/api.ts";
import { showError } from "#web/app-error.ts";
import { Button } from "#web/design/button.tsx";
import { Checkbox, CheckboxGroup } from "#web/design/choice.tsx";
import { FormDialog } from "#web/design/form-dialog.tsx";
import { toast } from "#web/design/toast-list.ts";
import { useSchemaForm } from "#web/form.ts";
import { useWorkspace } from "../company-context.tsx";
import { decided, DecidedFields } from "./decide-dialog.tsx";
import type { KindAnswer } from "./systems.ts";

/** Where several kinds are not answered: the way to declare at once, for one reason, that there is none of them. */
export function DeclareSeveral({ kinds }: { kinds: readonly KindAnswer[] | undefined }) {
  const [isOpen, setOpen] = useState(false);
  const open = kinds?.filter(({ state }) => state === "not answered") ?? [];
  return (
    <>
      {open.length > 1 && <Button onClick={() => setOpen(true)}>We have none of…</Button>}
      {isOpen && <DeclareDialog open={open} onClose={() => setOpen(false)} />}
    </>
  );
}

/** Each is a declaration of its own, as one alone is. */
function DeclareDialog({ open, onClose }: { open: readonly KindAnswer[]; onClose: () => void }) {
  const companyId = useWorkspace().company.id;
  const queries = useQueryClient();
  const [chosen, setChosen] = useState<ReadonlySet<SystemKind>>(new Set());
  const [isTried, setTried] = useState(false);
  const [done, setDone] = useState(0);
  const wanted = open.filter(({ kind }) => chosen.has(kind));
  const refresh = () => queries.invalidateQueries({ queryKey: api.systems.key() });
  const choose = (some: readonly KindAnswer[], isChosen: boolean) => {
    const kinds = some.map(({ kind }) => kind);
    setChosen(new Set(isChosen ? [...chosen, ...kinds] : [...chosen].filter((kind) => !kinds.includes(kind))));
  };

  async function takeBack(kinds: readonly SystemKind[]) {
    try {
      for (const kind of kinds) await client.systems.takeBackNone({ companyId, kind });
      toast.success("Undone");
    } catch (error) {
      showError(error, "The change could not be undone");
    }
    await refresh();
  }

  const { attributes, errors, busy } = useSchemaForm(
    decided,
    async (values, refuse) => {
      setTried(true);
      if (wanted.length === 0) return;
      const declared: SystemKind[] = [];
      try {
        for (const { kind } of wanted) {
          setDone(declared.length);
          await client.systems.declareNone({ companyId, kind, ...values });
          declared.push(kind);
        }
        onClose();
      } catch (error) {
        refuse(error, `${wanted[declared.length]!.label}: the decision could not be saved`, { "scope-until": "until" });
      }
      await refresh();
      if (declared.length > 0)
        toast.success(declared.length === 1 ? "1 kind declared none" : `${declared.length} kinds declared none`, {
          action: { label: "Undo", onPress: () => void takeBack(declared) },
        });
    },
    { onWrong: () => setTried(true) },
  );

  return (
    <FormDialog
      title="We have none of these"
      onClose={onClose}
      form={attributes}
      submit={wanted.length > 1 ? `Declare ${wanted.length} none` : "Declare none"}
      busy={busy && `${done} of ${wanted.length} declared`}
    >
      <CheckboxGroup
        label="Kinds"
        help="Checks that ask for such a system ask no longer."
        well
        error={isTried && wanted.length === 0 ? "Choose at least one kind" : undefined}
      >
        {open.length > 1 && (
          <Checkbox
            label={`All ${open.length}`}
            checked={wanted.length === open.length}
            onChange={({ target }) => choose(open, target.checked)}
          />
        )}
        {open.map((answer) => (
          <Checkbox
            key={answer.kind}
            label={answer.label}
            checked={chosen.has(answer.kind)}
            onChange={({ target }) => choose([answer], target.checked)}
          />
        ))}
      </CheckboxGroup>
      <DecidedFields errors={errors} />
    </FormDialog>
  );
}
